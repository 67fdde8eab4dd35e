"""An independent implementation of the rules and of the record, to compare the program with.

It was written from the rules and the record format alone; nothing here imports the program.
"""
