"""The shop's own process: makes the database if there is none, listens, prints its port, serves until killed.

    LIKEWISE_SHOP_DATABASE=FILE LIKEWISE_SHOP_PASSWORD=... python -m likewise.demo.shop.serve PORT

It also ends when its standard input closes, so that it never outlives the process that started it.
"""

import os
import shutil
import sys
import threading

import django
from django.conf import settings
from django.core.management import call_command

HOST = "127.0.0.1"
USER = "admin"
CATEGORIES = ("Mugs", "Books", "Lamps")


def make_database() -> None:
    """Tables, the user and the categories; whole or not at all."""
    from django.contrib.auth.models import User

    from .models import Category

    call_command("migrate", run_syncdb=True, verbosity=0)
    User.objects.create_superuser(USER, password=os.environ["LIKEWISE_SHOP_PASSWORD"])
    Category.objects.bulk_create(Category(name=name) for name in CATEGORIES)


def serve(port: int) -> None:
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
    from django.core.wsgi import get_wsgi_application

    server = ThreadedWSGIServer((HOST, port), WSGIRequestHandler)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    print(server.server_port, flush=True)
    server.serve_forever()


def end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "likewise.demo.shop.settings"
    threading.Thread(target=end_with_parent, daemon=True).start()
    django.setup()
    seed = settings.DATABASE.with_name("seed.sqlite3")
    if not seed.exists():
        settings.DATABASE.unlink(missing_ok=True)
        make_database()
        shutil.copyfile(settings.DATABASE, seed.with_suffix(".new"))
        seed.with_suffix(".new").replace(seed)
    if not settings.DATABASE.exists():
        shutil.copyfile(seed, settings.DATABASE)
    serve(int(sys.argv[1]))


if __name__ == "__main__":
    main()
