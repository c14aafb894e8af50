"""Likewise learns a web task by watching a person do it, and does it again."""

__version__ = "0.1.0"
