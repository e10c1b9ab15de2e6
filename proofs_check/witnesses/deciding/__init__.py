"""What engines share in deciding propositions: what is asked of an engine, and what follows from its identities."""
