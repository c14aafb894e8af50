"""Words of secret fields in other languages, and ordinary words that look like them."""

import pytest

from page.harness import Open

WORDS = {
    "password": [
        "passwort",
        "kennwort",
        "senha",
        "wachtwoord",
        "парол",
        "密码",
        "パスワード",
        "비밀번호",
        "lösenord",
        "hasło",
        "heslo",
        "şifre",
        "รหัสผ่าน",
    ],
    "code": [
        "otp",
        "verification code",
        "bestätigungscode",
        "code de vérification",
        "código de seguridad",
        "验证码",
        "認証コード",
    ],
    "card": ["card number", "cvc2", "kartennummer", "numéro de carte", "número do cartão", "номер карты", "カード番号"],
    "key": ["api key", "client secret", "private key", "access token", "seed phrase", "token"],
}
ORDINARY = [
    "name",
    "price",
    "city",
    "keyword",
    "author",
    "passport",
    "compass",
    "secretary",
    "spin",
    "shipping",
    "pineapple",
    "cardinal",
]


@pytest.mark.parametrize("kind", WORDS)
def test_words(open_page: Open, kind: str) -> None:
    page = open_page("")
    test = "([kind, words]) => words.filter((word) => !__likewise.vocabulary[kind].test(word))"
    assert page.evaluate(test, [kind, WORDS[kind]]) == []
    assert page.evaluate(test, [kind, ORDINARY]) == ORDINARY
