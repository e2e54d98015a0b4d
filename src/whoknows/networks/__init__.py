"""Small networks in plain numbers: their arithmetic, and the files in which they stand."""
