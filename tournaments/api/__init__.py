"""The HTTP API, version 1, for programs: the same queries and services as the pages, the same rights, the same words.

Who asks comes with a token or as anyone; sessions and links of a browser count for nothing here. What may be seen and
done is asked of `tournaments.access`. The document of it (OpenAPI 3.1) is made from the declarations: docs/api.md.
"""
