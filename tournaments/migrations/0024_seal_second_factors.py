"""The secrets of second factors, which stood in the database as they are, are sealed."""

from django.db import migrations

from tournaments.sealing import opened, sealed

SECRETS = {"totp": "secret", "recovery_codes": "seed"}


def change_all(apps, change):
    for factor in apps.get_model("mfa", "Authenticator").objects.filter(type__in=SECRETS):
        name = SECRETS[factor.type]
        if name in factor.data:
            factor.data[name] = change(factor.data[name])
            factor.save(update_fields=["data"])


def seal(apps, schema_editor):
    change_all(apps, sealed)


def unseal(apps, schema_editor):
    change_all(apps, opened)


class Migration(migrations.Migration):
    dependencies = [
        ("mfa", "0003_authenticator_type_uniq"),
        ("tournaments", "0023_api_tokens"),
    ]

    operations = [migrations.RunPython(seal, unseal)]
