"""What is known of a kernel before code is written: which lanes are apart where, which registers differ between lanes, and what integers are like."""
