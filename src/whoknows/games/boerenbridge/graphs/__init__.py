"""The decision graphs of the scripted agents: how to win a trick, and how to lose one.

A seat sees (`sight`), asks itself (`questions` of what it sees, `knowing` of what it knows), and
follows the answers through a graph (`win`, `lose`) to a card. The answers are its reasons.
"""
