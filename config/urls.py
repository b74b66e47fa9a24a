"""Addresses of the site: pages by audience, signing in, the language switch, the admin site."""

from django.contrib import admin
from django.urls import path

urlpatterns = [
    path("admin/", admin.site.urls),
]
