"""What our logic is measured against, in other people's ways of doing it.

Each peer reads the same formulas, nested tuples, from `announcements`; none imports whoknows.
"""
