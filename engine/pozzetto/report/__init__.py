"""The report of a comparison: one page in words, figures and pictures, for whoever decides."""
