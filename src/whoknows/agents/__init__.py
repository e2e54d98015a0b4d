"""The agents: one file each, found by the registry."""
