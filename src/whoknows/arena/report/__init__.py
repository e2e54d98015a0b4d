"""The results of a plan for people: in words, as plots and tables, as a page and in a terminal."""
