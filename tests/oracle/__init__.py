"""An independent reading of the rules and of the record, to compare the program with.

Written from the rules and the record format alone; nothing here imports the program.
"""
