"""`manage.py migrate`: Django's; when all is migrated, what this release keeps beside the facts is worked out.

So an upgrade, and the copy of an earlier release that is brought back, need no other command.
"""

from typing import Any

from django.core.management.commands import migrate

from tournaments.services.catching_up import catch_up


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        only_asked = options["plan"] or options["check_unapplied"]
        if options["app_label"] is None and not only_asked:
            catch_up(self.stdout.write if options["verbosity"] else lambda line: None)
