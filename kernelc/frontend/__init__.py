"""The front end: from text to MIR."""
