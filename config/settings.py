"""Settings, all of them from the environment (or a `.env` file beside manage.py), safe by default.

An empty variable is the same as none.

SECRET_KEY        required unless DEBUG is on; `make run` makes one into `.env`
DEBUG             off
ALLOWED_HOSTS     comma-separated, `localhost,127.0.0.1,[::1]`
CSRF_TRUSTED_ORIGINS  comma-separated, with the scheme; only where a proxy changes the host
HTTPS             on: secure cookies, redirect to https, HSTS; switch off only where there is no TLS
DATABASE_URL      `sqlite:///db.sqlite3` beside manage.py; `postgres://user:password@host/name`
LANGUAGE_CODE     `en`; the language where a browser asks for neither Russian nor English
TIME_ZONE         `Europe/Moscow`
WORKER            off: ratings are worked out within the request; on: by `manage.py worker` (django-tasks-db)
BEHIND_PROXY      off; on where a proxy of yours sets X-Forwarded-Proto
LOG_JSON          off: errors alone, in lines; on: every request, each line an object
METRICS_TOKEN     none: nobody may read /metrics; else who brings it as a bearer
REPLICA_URL       none; a read replica of DATABASE_URL (PostgreSQL), for visitors without a session
EMAIL_URL         none: the site sends no letters; `smtp://user:password@host:587`
EMAIL_FROM        who the letters are from; needed with EMAIL_URL
OLD_SECRET_KEYS   comma-separated keys of before: what they signed or sealed is still read
CACHE_URL         none: every process keeps its own; `redis://host/0` for one that all share
"""

import os
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from config.logs import logging_settings
from config.mail import mailers_of

BASE_DIR = Path(__file__).resolve().parent.parent


def _read_env_file(path: Path) -> None:
    """Take `NAME=value` lines from a file; the real environment wins."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            name, equals, value = line.strip().partition("=")
            if equals and not name.startswith("#"):
                os.environ.setdefault(name.strip(), value.strip())


def _text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def _switch(name: str, default: bool) -> bool:
    text = _text(name).lower()
    if text in ("", "1", "on", "true", "yes", "0", "off", "false", "no"):
        return text in ("1", "on", "true", "yes") if text else default
    raise ImproperlyConfigured(f"{name} is {text!r}: say on or off.")


def _names(name: str, default: str = "") -> list[str]:
    return [part.strip() for part in _text(name, default).split(",") if part.strip()]


_read_env_file(BASE_DIR / ".env")

DEBUG = _switch("DEBUG", False)
HTTPS = _switch("HTTPS", not DEBUG)
SECRET_KEY = _text("SECRET_KEY")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set. Put a long random text into the environment or into .env "
            "(`make run` makes one), or set DEBUG=1 on a machine of your own."
        )
    SECRET_KEY = "only-for-debugging-" + "0" * 50

SECRET_KEY_FALLBACKS = _names("OLD_SECRET_KEYS")

ALLOWED_HOSTS = _names("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _names("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "django_tables2",
    "scoring",
    "tournaments",
]

MIDDLEWARE = [
    "config.requests.identified",
    "config.requests.guarded",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "config.sessions.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "tournaments.views.posting.refuse_nul",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournaments.accounts.seen",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tournaments.views.posting.say_what_is_not_allowed",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": dj_database_url.parse(_text("DATABASE_URL", f"sqlite:///{quote(f'{BASE_DIR}/db.sqlite3')}"))}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["CONN_MAX_AGE"] = 600
if _text("REPLICA_URL"):
    DATABASES["replica"] = dj_database_url.parse(_text("REPLICA_URL"), conn_max_age=600, conn_health_checks=True)
    DATABASES["replica"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 2)  # it can be done without
    DATABASES["replica"]["TEST"] = {"MIRROR": "default"}
    DATABASE_ROUTERS = ["config.replica.Router"]
    MIDDLEWARE.insert(0, "config.replica.FromReplica")
for _database in DATABASES.values():
    if _database["ENGINE"].endswith("postgresql"):
        # No query here is so long that compiling it pays; it would take a third of the time of many.
        _database.setdefault("OPTIONS", {}).setdefault("options", "-c jit=off")
_SHARED = _text("CACHE_URL")
_KEPT = "config.cache.SharedCache" if _SHARED else "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"max_entries": 200, "KEY_PREFIX": "pages", "KEY_FUNCTION": "tournaments.release.keyed"},
    "limits": {"max_entries": 10_000, "KEY_PREFIX": "limits"},
}
for _name, _cache in CACHES.items():
    _cache |= {"BACKEND": _KEPT, "LOCATION": _SHARED or _name}
# Where config/gunicorn.py has its processes count.
COUNTED_IN = "" if _SHARED else os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
FILES = 60  # PDF, XLSX, CSV made in a minute for one network; each thousand of lines counts as one more
API_RATES = {"read": 300, "write": 120}  # requests a minute of one asker
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

if _switch("WORKER", False):
    INSTALLED_APPS.append("django_tasks_db")
    TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "organiser:home"
LOGOUT_REDIRECT_URL = "public:home"

# Signing in: how the parts fit together stands in tournaments/accounts.py.
ACCOUNT_ADAPTER = "tournaments.accounts.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "tournaments.accounts.MFAAdapter"
ACCOUNT_FORMS = {"change_password": "tournaments.accounts.ChangeForm"}
MFA_FORMS = {
    "add_webauthn": "tournaments.accounts.KeyForm",
    "authenticate": "tournaments.accounts.CodeForm",
    "authenticate_webauthn": "tournaments.accounts.SecondKeyForm",
    "edit_webauthn": "tournaments.accounts.RenameForm",
    "login_webauthn": "tournaments.accounts.LoginKeyForm",
    "reauthenticate": "tournaments.accounts.CodeAgainForm",
    "reauthenticate_webauthn": "tournaments.accounts.KeyAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Ryba"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
SIGN_INS = 30  # a minute from one network, whatever the names
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "tournaments.access.network_of"
AXES_USERNAME_CALLABLE = "tournaments.accounts.username_of"
AXES_LOCKOUT_TEMPLATE = "account/locked.html"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True  # it would keep whole addresses; sessions are listed by allauth

MAILERS = mailers_of(_text("EMAIL_URL"))
DEFAULT_FROM_EMAIL = _text("EMAIL_FROM")
if not MAILERS:
    SILENCED_SYSTEM_CHECKS = ["mail.W001"]  # no letters are sent, so nothing is missing
elif not DEFAULT_FROM_EMAIL or "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "EMAIL_URL is set: then EMAIL_FROM says who the letters are from, and ALLOWED_HOSTS names the site without *, "
        "so that the links in them lead to it."
    )

LANGUAGE_CODE = _text("LANGUAGE_CODE", "en")
LANGUAGES = [("ru", _("Russian")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = _text("TIME_ZONE", "Europe/Moscow")

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.Storage"},
}
if DEBUG:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/", r"^metrics$"]  # asked by machines, within the house
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if _switch("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = logging_settings(as_json=_switch("LOG_JSON", False))
METRICS_TOKEN = _text("METRICS_TOKEN")

DJANGO_TABLES2_TEMPLATE = "parts/table.html"
