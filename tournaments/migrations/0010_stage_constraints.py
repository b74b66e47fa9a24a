from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_first_stages"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("bye__in", ["bye", "half", "zero", "full", "waits"]),
                        ("number__isnull", True),
                        ("table__isnull", True),
                    ),
                    models.Q(("bye", ""), ("number__isnull", False), ("number__lte", 3), ("table__isnull", False)),
                    _connector="OR",
                ),
                name="seat_at_a_table_or_bye",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("sitting", True), ("stage__isnull", True)),
                    models.Q(("sitting", False), ("stage__isnull", False)),
                    _connector="OR",
                ),
                name="round_of_a_stage_or_sitting",
            ),
        ),
    ]
