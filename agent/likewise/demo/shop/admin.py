# The admin's classes take types only in their stubs.
from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest

from . import faults
from .models import Category, Product

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Product]
else:
    ModelAdmin = admin.ModelAdmin

admin.site.site_header = "Shop"
admin.site.site_title = "Shop"
admin.site.register(Category)


@admin.register(Product)
class ProductAdmin(ModelAdmin):
    list_display = ("name", "price", "category", "in_stock", "available_from")
    list_filter = ("category", "in_stock")
    search_fields = ("name",)

    def get_exclude(self, request: HttpRequest, obj: Product | None = None) -> list[str]:
        return ["price"] if faults.read(settings.FOLDER).hide_field else []

    def save_model(self, request: HttpRequest, obj: Product, form: forms.ModelForm[Product], change: bool) -> None:
        # Without its field a product can still be saved, so that a run which went on is seen in the database.
        if "price" not in form.fields and not change:
            obj.price = Decimal(0)
        super().save_model(request, obj, form, change)
