"""F3 for CSV: exactly such a file, or a clear error."""

import pytest

from likewise.csv_rows import read
from likewise.failure import Misuse

NAMES = ("name", "price")


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "rows.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_rows_with_a_bom_quotes_and_blank_lines(file):
    path = file(b'\xef\xbb\xbfname,price\r\n"Mug, ""blue""",1.50\r\n\r\n"two\nlines",2\r\n')
    assert read(path, NAMES) == [{"name": 'Mug, "blue"', "price": "1.50"}, {"name": "two\nlines", "price": "2"}]


def test_a_missing_column_is_simply_not_there(file):
    assert read(file("name\nMug\n"), NAMES) == [{"name": "Mug"}]


@pytest.mark.parametrize(
    "content,says",
    [
        ("name,colour\na,b\n", "no parameter 'colour'"),
        ("name,name\na,b\n", "twice"),
        ("name,price\na\n", "row has 1 cells"),
        ("name,price\na,b,c\n", "row has 3 cells"),
        ("name\n", "no rows"),
        ("", "empty"),
        (b"name\na\0b\n", "NUL"),
        (b"name\n\xff\xfe\n", "UTF-8"),
        ('name\n"open\n', "not CSV"),
        ('name\n"a"b\n', "not CSV"),
        ("name\n" + "x" * 200_000, "not CSV"),
        ("name\n" + "x\n" * 10_001, "more than 10000"),
        ("=cmd|' /C calc'!A0\nx\n", "no parameter"),
    ],
)
def test_what_is_refused(file, content, says):
    with pytest.raises(Misuse, match=says):
        read(file(content), NAMES)


def test_formulas_and_templates_are_text(file):
    assert read(file("name\n{{7*7}}\n=1+1\n${x}\n"), NAMES) == [{"name": "{{7*7}}"}, {"name": "=1+1"}, {"name": "${x}"}]


def test_no_such_file(tmp_path):
    with pytest.raises(Misuse, match="cannot be read"):
        read(tmp_path / "none.csv", NAMES)
