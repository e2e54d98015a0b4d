"""Our games for the programs of others: OpenSpiel and PettingZoo, each an extra of its own."""
