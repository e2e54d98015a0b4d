"""How a plan is played: who meets whom, batches of deals, and the store of the games."""
