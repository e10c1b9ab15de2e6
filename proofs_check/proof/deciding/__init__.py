"""How the rules of inference are decided, each in the file of the name of its step."""
