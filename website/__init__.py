"""How the site is made from `docs/`: see `mkdocs.yml`, and `make docs`."""
