"""A person at a terminal: the position in words, a menu of actions, questions and answers."""
