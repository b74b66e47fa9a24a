"""The WSGI application that a web server loads: `config.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application

from config.bodies import whole_bodies
from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = whole_bodies(get_wsgi_application())
settle()
