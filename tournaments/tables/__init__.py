"""Tables of django-tables2, one class a file: their cells by `drawing`, what is around them by templates."""
