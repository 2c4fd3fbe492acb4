"""From HIR to MIR: instances of functions, their blocks and slots, constants, and the checks that need control flow."""
