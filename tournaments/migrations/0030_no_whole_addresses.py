"""Addresses that sessions and the log of sign-ins kept whole lose the part that names one machine, or go."""

from ipaddress import ip_network

from django.db import migrations


def without_end(address):
    return str(ip_network((address, 48 if ":" in address else 24), strict=False).network_address)


def shorten(apps, schema_editor):
    apps.get_model("axes", "AccessLog").objects.all().delete()
    for session in apps.get_model("usersessions", "UserSession").objects.iterator():
        session.ip = without_end(session.ip)
        session.save(update_fields=["ip"])


class Migration(migrations.Migration):
    dependencies = [
        ("axes", "0010_accessattemptexpiration"),
        ("usersessions", "0001_initial"),
        ("tournaments", "0029_sums_as_text"),
    ]

    operations = [migrations.RunPython(shorten, migrations.RunPython.noop)]
