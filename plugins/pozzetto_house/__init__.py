"""House rules that need code will live here, one module each; there are none yet."""
