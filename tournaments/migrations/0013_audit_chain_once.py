"""No number twice in a chain of the log. A step of its own: PostgreSQL indexes no table with pending changes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_audit_chain")]

    operations = [
        migrations.AddConstraint(
            "auditentry", models.UniqueConstraint(fields=["chain", "number"], name="one_log_entry_of_a_number")
        ),
    ]
