# The field classes take types only in their stubs; quoted annotations are never evaluated.
from __future__ import annotations

from datetime import date
from decimal import Decimal

from django.db import models


class Category(models.Model):
    name: models.CharField[str, str] = models.CharField(max_length=100)

    class Meta:
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return self.name


class Product(models.Model):
    name: models.CharField[str, str] = models.CharField(max_length=200)
    price: models.DecimalField[Decimal, Decimal] = models.DecimalField(max_digits=6, decimal_places=2)
    category: models.ForeignKey[Category, Category] = models.ForeignKey(Category, on_delete=models.PROTECT)
    in_stock: models.BooleanField[bool, bool] = models.BooleanField(default=False)
    available_from: models.DateField[date | None, date | None] = models.DateField(null=True, blank=True)
    description: models.TextField[str, str] = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.name
