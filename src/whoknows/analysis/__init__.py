"""What each decision of a game was worth, told only as far as it can be supported.

`trials` tries moves in imagined worlds, `judgement` says which is best and what another one loses,
`game_analysis` does so for a whole game.
"""
