# The site's image: what runs, its texts compiled, its static files collected; the same for web, worker and migrate.
FROM python:3.13-slim-trixie

RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home ryba

WORKDIR /srv/ryba
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

COPY requirements.txt requirements-worker.txt ./
RUN pip install -r requirements-worker.txt

COPY . .
# The files may be nobody else's to read where they were cloned.
RUN chmod -R a+rX . \
    && for po in locale/*/LC_MESSAGES/*.po; do python tools/compile_messages.py "$po" "${po%.po}.mo"; done \
    && SECRET_KEY="$(python tools/secret_key.py)" python manage.py collectstatic --noinput --verbosity 0 \
    && python -m compileall -q config scoring tournaments

USER ryba
EXPOSE 8000
STOPSIGNAL SIGTERM
CMD ["python", "-m", "gunicorn", "--config", "config/gunicorn.py", "config.wsgi:application"]
