"""Tables of django-tables2, one class a file. Cells are drawn by `parts/table.html`."""
