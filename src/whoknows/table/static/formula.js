// Formulas read in the browser, for a page that needs no server: by recursive descent, to nested
// lists. The language is that of `logic/grammar.lark`, without sums and comparisons of numbers. What
// is wrong with a text is a Fault, with the column and what was expected there.

window.whoknowsFormula = (() => {
  class Fault extends Error {
    constructor(column, line) {
      super(line);
      this.column = column;
    }
  }

  const NAME = /[\p{L}\p{N}_](?:[\p{L}\p{N}_']|[-.](?=[\p{L}\p{N}_]))*/uy;
  const QUOTED = /"(?:[^"\\]|\\["\\])*"/y;
  const OPERATOR = /(Kw|Kv|K|M|E|C|D)(?=\s*\[)/y;
  const DEEPEST = 100;

  /** The formula that a text stands for, as nested lists: ["K", 3, "Anna", ["atom", ...]]; and what
   * is announced in it, each with where the part that comes after it stands. */
  function read(text) {
    let at = 0;
    let deep = 0;
    const announced = [];
    const rest = () => text.slice(at);
    const space = () => (at += /^\s*/.exec(rest())[0].length);
    const column = () => at + 1;
    const fails = expected => {
      throw new Fault(column(), `expected ${expected}, found ${rest() ? `'${rest()[0]}'` : "the end"}`);
    };
    const take = (...signs) => {
      space();
      const sign = signs.find(one => text.startsWith(one, at));
      if (sign !== undefined) at += sign.length;
      return sign !== undefined;
    };
    const need = (sign, what = `'${sign}'`) => take(sign) || fails(what);
    const match = pattern => {
      space();
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) at += found[0].length;
      return found?.[0];
    };
    const nameHere = () => {
      const quoted = match(QUOTED);
      return quoted === undefined ? match(NAME) : quoted.slice(1, -1).replace(/\\(.)/g, "$1");
    };
    const name = () => nameHere() ?? fails("a name");
    const names = () => {
      const found = [name()];
      while (take(",")) found.push(name());
      return found;
    };
    /** The names before a colon, if there is one: to whom something is said. */
    const listeners = () => {
      const start = at;
      try {
        const found = names();
        if (take(":")) return found;
      } catch (fault) {
        if (!(fault instanceof Fault)) throw fault;
      }
      at = start;
      return null;
    };

    const iff = () => {
      const left = implies();
      return take("<->", "↔", "⇔") ? ["iff", left, iff()] : left;
    };
    const implies = () => {
      const left = either();
      return take("->", "→", "⇒") ? ["or", ["not", left], implies()] : left;
    };
    const many = (kind, part, ...signs) => {
      let left = part();
      while (take(...signs)) left = [kind, left, part()];
      return left;
    };
    const either = () => many("or", both, "|", "∨");
    const both = () => many("and", unary, "&", "∧");

    const unary = () => {
      if (++deep > DEEPEST) throw new Fault(column(), "too deeply nested");
      const found = one();
      deep--;
      return found;
    };

    const one = () => {
      space();
      const start = at;
      if (take("~", "¬")) return ["not", unary()];
      const operator = match(OPERATOR);
      if (operator) return modal(operator, start);
      if (take("[!")) return said("after", "]");
      if (take("<!")) return said("andAfter", ">");
      if (take("(")) {
        const inner = iff();
        need(")");
        return inner;
      }
      if (take("⊤")) return ["truth", true];
      if (take("⊥")) return ["truth", false];
      return atom(start);
    };

    const modal = (operator, start) => {
      need("[");
      const who = "ECD".includes(operator) ? names() : name();
      need("]");
      return [operator, start + 1, who, operator === "Kv" ? name() : unary()];
    };

    const said = (kind, closing) => {
      const to = listeners();
      const what = iff();
      need(closing);
      const one = { what, to, start: at };
      announced.push(one);
      const then = unary();
      one.end = at;
      return [kind, what, then, to];
    };

    const atom = start => {
      const isQuoted = text[at] === '"';
      const called = nameHere() ?? fails("a formula");
      if (!isQuoted && (called === "true" || called === "false") && !take("(")) return ["truth", called === "true"];
      if (take("(")) {
        const among = names();
        need(")");
        return ["atom", start + 1, called, among];
      }
      if (take("!=", "≠")) return ["not", ["is", start + 1, called, name()]];
      if (take("=")) return ["is", start + 1, called, name()];
      if (/^\s*(<=|>=|≤|≥|<(?!->)|[+*])/.test(rest())) throw new Fault(column(), "this page compares no numbers; whoknows table does");
      throw new Fault(start + 1, `no fact ${called}; write has(NAME,CARD)`);
    };

    const whole = iff();
    space();
    if (at < text.length) fails("the end of the formula");
    return { formula: whole, announced };
  }

  return { Fault, read };
})();
