"""How static files are stored: under names that carry a mark of their content, in modules' imports too."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class Storage(CompressedManifestStaticFilesStorage):
    """A module imports the very files that belong to it, so a page that was kept never mixes two versions."""

    support_js_module_import_aggregation = True
