"""Django's settings for the shop. Where its database is comes by environment."""

import os
from pathlib import Path

DATABASE = Path(os.environ["LIKEWISE_SHOP_DATABASE"])
FOLDER = DATABASE.parent

# Made-up data on loopback, and sessions should outlive a restart of the server.
SECRET_KEY = "the-shop-holds-nothing-worth-a-secret-and-listens-on-loopback-only"
DEBUG = False
ALLOWED_HOSTS = ["127.0.0.1", "localhost", ".test"]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "likewise.demo.shop",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "likewise.demo.shop.middleware.FaultsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATABASE,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20},
    }
}
# Tables are made from the models: the database never outlives the version that made it, and it is quicker.
MIGRATION_MODULES = {"admin": None, "auth": None, "contenttypes": None, "sessions": None}

ROOT_URLCONF = "likewise.demo.shop.urls"
STATIC_URL = "/static/"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
