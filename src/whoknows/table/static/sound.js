// Two quiet sounds: something was laid on the table, and it is your turn. They are made here, not loaded.

import { habit } from "./habits.js";

const KNOCK = [[196, 0, 0.05, 0.05]];
const CALL = [[523, 0, 0.14, 0.045], [784, 0.11, 0.2, 0.04]]; // hertz, from, for so many seconds, how loud
let speaker = null;

export const knock = () => sound(KNOCK);
export const call = () => sound(CALL);

function sound(notes) {
  if (!habit("sound") || document.hidden) return;
  speaker ??= new AudioContext();
  if (speaker.state === "suspended") speaker.resume().catch(() => {}); // until something is clicked
  for (const [pitch, from, long, loud] of notes) note(pitch, speaker.currentTime + from, long, loud);
}

function note(pitch, from, long, loud) {
  const [tone, volume] = [speaker.createOscillator(), speaker.createGain()];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(loud, from + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + long);
  tone.connect(volume).connect(speaker.destination);
  tone.start(from);
  tone.stop(from + long);
}
