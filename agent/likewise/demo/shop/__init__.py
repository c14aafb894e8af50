"""A small Django shop: products in categories, kept through Django's own admin."""
