"""Makes the shop fail as `faults` says: a changed page, an error, a lost session."""

from collections.abc import Callable
from dataclasses import replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.http.response import HttpResponseBase

from . import faults

SAVE = b'value="Save"'
RENAMED = b'value="Delete everything"'


class FaultsMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        now = faults.read(settings.FOLDER)
        if now.end_session and request.path.startswith(now.end_session):
            request.session.flush()
            faults.write(settings.FOLDER, replace(now, end_session=None))
        if now.status_500 and request.method == "POST" and request.path.startswith(now.status_500):
            return HttpResponseServerError("<h1>Server Error (500)</h1>")
        response = self.get_response(request)
        if now.rename_button and isinstance(response, HttpResponse):
            response.content = response.content.replace(SAVE, RENAMED)
        return response
