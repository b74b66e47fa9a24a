"""Lists of people as they come: pasted lines, CSV, a workbook. Pure: text and bytes in, plain rows out."""
