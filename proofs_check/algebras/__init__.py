"""What the heads of the statement language mean in each engine.  Imported only when a witness needs them."""
