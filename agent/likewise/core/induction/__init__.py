"""Demonstrations -> Workflows, without a model."""
