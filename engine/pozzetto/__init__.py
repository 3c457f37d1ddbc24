"""A rummy engine that plays the rules you write down."""
