"""What is hung on a wall or laid on a table, as PDF: plain values in, bytes out; A4, black on white.

`paper` knows how a sheet looks, `documents` what stands on each. No database and no request here.
"""
