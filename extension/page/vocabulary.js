// The words by which secret fields are called, in the languages of many sites, and those that only look like them.
// They are compared with names in lower case whose words stand apart: "userPassword" is "user password".
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "vocabulary")) return;

  /** @param {string[]} parts each a pattern */
  function any(...parts) {
    return new RegExp(parts.join("|"), "u");
  }

  L.vocabulary = {
    password: any(
      "pass ?w(?:or)?d|passphrase|\\bpwd\\b|^(?:user ?)?pass$",
      "kennwort|passwort",
      "mot ?de ?passe",
      "contrase[nñ]a|^clave$",
      "senha|palavra ?passe",
      "\\bparol[aeă]?\\b|парол",
      "wachtwoord|adgangskode|passord|l[oö]senord|salasana",
      "has[lł]o\\b|heslo|jelsz[oó]|συνθηματικ",
      "密码|密碼|パスワード|暗証|비밀번호",
      "(?:^| )[sş]ifre|סיסמ|كلمة المرور|पासवर्ड",
      "รหัสผ่าน|m[aậ]t kh[aẩ]u|kata sandi",
    ),
    notPassword: any("hint|reminder|policy|length|forgot|expir|strength|show|remember"),

    code: any(
      "\\b(?:otp|totp|2fa|mfa|m ?tan|sms ?tan)\\b|one ?time|pass ?code|\\bpin\\b",
      "(?:verification|security|authentication|authenticator|auth|sms|login|access|factor|step|backup|recovery) ?-?(?:code|pin)\\b",
      "(?:einmal|best[aä]tigungs|sicherheits|zugangs) ?-?(?:code|pin)\\b|einmalpasswort",
      "code (?:de|à) (?:v[ée]rification|s[ée]curit[ée]|usage unique)",
      "c[oó]digo de (?:verifica|seguran|seguri|acceso)|codice di (?:verifica|sicurezza)",
      "код (?:подтверждения|из)",
      "验证码|驗證碼|認証コード|確認コード|인증 ?(?:번호|코드)",
    ),

    card: any(
      "card ?(?:number|num|no|nr)\\b|card ?(?:verification|security)",
      "\\bcc ?(?:num|number|no)\\b|\\b(?:cvc|cvv|csc|cvn)\\d?\\b",
      "karten ?(?:nummer|pr[uü]f)|kreditkarte|kaartnummer",
      "num[eé]ro de (?:la )?(?:carte|tarjeta)|n[uú]mero d[oae] cart[aã]o|numero (?:della )?carta",
      "номер карты|卡号|カード番号|카드 ?번호",
    ),
    /** Only beside a card's number. */
    cardExpiry: any("\\bexp(?:iry|iration|ires)?\\b|valid ?(?:thru|until|through)|\\bmm ?\\/? ?yy"),

    key: any(
      "api ?key|(?:secret|private|signing|ssh|access|license|encryption) ?key",
      "client ?secret|\\bsecret\\b(?! (?:santa|question|sauce))",
      "(?:access|auth|api|bearer|refresh|personal access) ?token|^token$",
      "seed ?phrase|recovery ?(?:phrase|key)|mnemonic",
      "api-?schl[uü]ssel",
    ),

    /** Autocomplete tokens by which a page says that a field is an ordinary one, whatever its name looks like. */
    ordinary: new RegExp(
      "^(?:username|email|tel(?:-.*)?|name|given-name|family-name|nickname|organization.*|street-address|address-.*|" +
        "postal-code|country.*|bday.*|url|cc-name|cc-type|transaction-.*)$",
    ),
  };
})();
