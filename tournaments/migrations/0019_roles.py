"""Roles beside the organiser's: invitations of every kind in the place of scorekeepers' links, an owner, referees."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_owners(apps, schema_editor):
    """Whoever was the first of the organisers owns the tournament."""
    Tournament = apps.get_model("tournaments", "Tournament")
    organisers = Tournament.organisers.through.objects.order_by("-id").values_list("tournament_id", "user_id")
    for tournament, user in dict(organisers).items():
        Tournament.objects.filter(pk=tournament, owner=None).update(owner=user)


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournaments", "0018_figures_anew"),
    ]

    operations = [
        migrations.RenameModel("ScorekeeperLink", "Invitation"),
        migrations.AlterModelOptions(
            name="invitation",
            options={
                "ordering": ["-created_at", "-id"],
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
            },
        ),
        migrations.AddField(
            model_name="invitation",
            name="created_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="by",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="expires_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="expires"),
        ),
        migrations.AddField(
            model_name="invitation",
            name="label",
            field=models.CharField(blank=True, max_length=80, verbose_name="for whom"),
        ),
        migrations.AddField(
            model_name="invitation",
            name="last_used_by",
            field=models.CharField(blank=True, max_length=80, verbose_name="last opened by"),
        ),
        migrations.AddField(
            model_name="invitation",
            name="role",
            field=models.CharField(
                choices=[
                    ("keeper", "scorekeeper"),
                    ("referee", "referee"),
                    ("organiser", "organiser"),
                    ("guest", "guest"),
                ],
                default="keeper",
                max_length=9,
                verbose_name="role",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="tables",
            field=models.JSONField(blank=True, default=list, verbose_name="tables"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="private",
            field=models.BooleanField(
                default=False,
                help_text="Only its organisers, helpers and players see it, and whoever has a guest link.",
                verbose_name="private",
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="referees",
            field=models.ManyToManyField(
                blank=True, related_name="refereed", to=settings.AUTH_USER_MODEL, verbose_name="referees"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="results_hidden",
            field=models.BooleanField(
                default=False,
                help_text="All see who plays where, but neither results nor standings, until you show them.",
                verbose_name="results are hidden",
            ),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="tournaments.tournament",
                verbose_name="tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["keeper", "referee", "organiser", "guest"])),
                name="invitation_role_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(("role", "keeper"), ("tables", []), _connector="OR"), name="only_a_keeper_has_tables"
            ),
        ),
        migrations.RunPython(name_owners, migrations.RunPython.noop, elidable=True),
    ]
