// What may leave the page as text: tainted values and whatever is shaped like a secret are replaced.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "scrub")) return;
  const D = L.dom;

  const MASK = "••••••"; // of one length for every secret
  const SLOT = "{secret}"; // the same inside a URL
  const MIN_TAINT = 4; // characters; shorter values would mask ordinary text
  const MAX_TAINTS = 1000;
  const MAX_URL = 2000;
  const MAX_RAW = 5000; // characters looked at of a text that will be cut to far fewer
  const MAX_RAW_URL = 10_000;
  const MAX_NESTED = 3; // URLs inside URLs

  // --- taint: values that were typed in sensitive fields ---

  /** Value -> whether it is whole. What was only a stage of typing is masked where it stands as a word of its own;
   * what is whole is masked anywhere. @type {Map<string, boolean>} */
  const taints = new Map();
  /** Secrets that were typed in earlier documents. @type {Set<string>} */
  const carried = new Set();
  /** @type {RegExp | null} */
  let pattern = null;
  let ambient = "";

  /** What the page said before a secret was typed. A word that was there already (a password "admin" on /admin/) is
   * not given away by the page, and masking it would break every step. */
  function listen() {
    if (taints.size > 0) return; // by now the page may say the secret itself
    const body = L.native.body(document);
    const names = D.find("input,select,textarea,form").map((el) => ["name", "id"].map((a) => L.native.attr(el, a) ?? ""));
    const text = body ? L.native.text(body).slice(0, 1_000_000) : "";
    ambient = [location.href, L.native.title(document), names.flat().join(" "), text].join(" ").toLowerCase();
  }

  /** Remember a secret for the life of the document. @param {string} value @param {boolean} whole */
  function taint(value, whole) {
    for (const form of new Set([value, D.fold(value)])) {
      if ([...form].length < MIN_TAINT || form.includes("•••")) continue;
      if (isOrdinaryWord(form)) continue;
      const before = taints.get(form);
      if (before === whole) continue;
      taints.delete(form);
      taints.set(form, whole);
      if (taints.size > MAX_TAINTS) forgetStage();
      pattern = null;
    }
  }

  /** @param {string} value */
  function isOrdinaryWord(value) {
    if (!ambient) listen();
    const random = value.length >= 8 && /\d/.test(value) && /\D/.test(value);
    return !random && ambient.includes(value.toLowerCase());
  }

  function forgetStage() {
    for (const [value, whole] of taints) if (!whole) return void taints.delete(value);
    const oldest = taints.keys().next();
    if (!oldest.done) taints.delete(oldest.value);
  }

  /** The secrets that were typed in this document, as they stand now. */
  function whole() {
    return [...taints].filter(([value, isWhole]) => isWhole && !carried.has(value)).map(([value]) => value);
  }

  /** Secrets of earlier documents: this one may repeat them. What could be a word of the page ("admin") is masked only
   * where a form would have put it, in a query. @param {string[]} values */
  function carry(values) {
    for (const value of values) {
      carried.add(value);
      const plain = value.length < 6 || (value.length < 8 && !/[^\p{L}]/u.test(value));
      if (plain || taints.has(value)) continue;
      taints.set(value, true);
      pattern = null;
    }
  }

  /** @param {string} text */
  function escape(text) {
    return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  }

  /** Every way in which a page may write a value. @param {string} value */
  function spellings(value) {
    const encoded = encodable(value) ? encodeURIComponent(value) : value;
    const html = value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
    const json = JSON.stringify(value).slice(1, -1);
    const ascii = json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    return [value, encoded, encoded.replace(/%20/g, "+"), json, ascii, html, ...base64(value)];
  }

  /** @param {string} value */
  function encodable(value) {
    return value.isWellFormed ? value.isWellFormed() : !/[\uD800-\uDFFF]/.test(value);
  }

  /** @param {string} value */
  function base64(value) {
    const padded = btoa(String.fromCharCode(...new TextEncoder().encode(value.slice(0, 4096))));
    const plain = padded.replace(/=+$/, "");
    return [padded, plain, plain.replace(/\+/g, "-").replace(/\//g, "_")];
  }

  function compile() {
    const whole = new Set();
    const stage = new Set();
    for (const [value, isWhole] of taints) for (const way of spellings(value)) (isWhole ? whole : stage).add(way);
    /** @param {Set<string>} values */
    const either = (values) =>
      [...values]
        .sort((a, b) => b.length - a.length)
        .map(escape)
        .join("|");
    const parts = [];
    if (whole.size) parts.push(either(whole));
    if (stage.size) parts.push(`(?<![\\p{L}\\p{N}])(?:${either(stage)})(?![\\p{L}\\p{N}])`);
    return new RegExp(parts.join("|"), "giu");
  }

  /** @param {string} text @param {string} mask */
  function withoutTaints(text, mask) {
    if (taints.size === 0 || !text) return text;
    pattern ??= compile();
    return text.replace(pattern, mask);
  }

  // --- shape: what looks like a secret whoever wrote it ---

  const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
  const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
  const KNOWN = new RegExp(
    "\\b(?:(?:sk|pk|rk)[-_][-_\\w]{16,}|gh[pousr]_\\w{20,}|github_pat_\\w{20,}|AKIA[0-9A-Z]{16}|xox[abeprs]-[\\w-]{10,}|" +
      "AIza[\\w-]{30,}|glpat-[\\w-]{16,})",
    "g",
  );
  const PEM = /-----BEGIN [^-]+-----[\s\S]*/g;
  const OTPAUTH = /otpauth:\/\/\S+/gi;
  const DIGITS = /(?<![\d.])\d(?:[ -]?\d){13,18}(?![\d.])/g;
  const CARD = /^(?:3[47]\d{13}|3[068]\d{12}|(?:4|5[1-5]|2[2-7]|6|35)\d{14,17})$/;
  const TOKEN = /[A-Za-z0-9+_=-]{16,}/g;

  /** @param {string} text */
  function isCard(text) {
    const digits = text.replace(/\D/g, "");
    if (!CARD.test(digits)) return false;
    let sum = 0;
    for (let i = 0; i < digits.length; i++) {
      const digit = Number(digits[digits.length - 1 - i]) * (i % 2 ? 2 : 1);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return sum % 10 === 0;
  }

  /** Changes between letters and digits: words have few, random text many. @param {string} text */
  function changes(text) {
    return text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  }

  /** @param {string} token */
  function looksSecret(token) {
    if (token.length < 16 || UUID.test(token) || !/\d/.test(token) || !/[A-Za-z]/.test(token)) return false;
    if (/^[0-9a-f]{32,}$/i.test(token)) return true;
    if (/^[A-Z2-7]{16,}=*$/.test(token)) return (token.match(/\d/g)?.length ?? 0) >= 2;
    const solid = token.replace(/[^A-Za-z0-9]/g, "");
    const mixed = /[a-z]/.test(token) && /[A-Z]/.test(token);
    if (/[A-Za-z0-9]{20,}/.test(token)) return changes(solid) >= (mixed ? 3 : 6) && solid.length >= (mixed ? 20 : 24);
    return mixed && solid.length >= 32 && changes(solid) >= 8;
  }

  /** A secret by a mark that nothing else has: a token of a known maker, a key file, a card number.
   * @param {string} text */
  function isCertain(text) {
    return [JWT, KNOWN, PEM, OTPAUTH].some((shape) => text.search(shape) >= 0) || (text.match(DIGITS) ?? []).some(isCard);
  }

  /** @param {string} text @param {string} mask */
  function withoutShapes(text, mask) {
    if (text.length < 14) return text;
    let out = text.replace(PEM, mask).replace(OTPAUTH, mask).replace(JWT, mask).replace(KNOWN, mask);
    out = out.replace(DIGITS, (digits) => (isCard(digits) ? mask : digits));
    return out.replace(TOKEN, (token) => (looksSecret(token) ? mask : token));
  }

  /** @param {string} text */
  function scrubText(text) {
    return withoutShapes(withoutTaints(text, MASK), MASK);
  }

  /** The value of an ordinary field: kept, but for what was typed as a secret. @param {string} text */
  function scrubValue(text) {
    return withoutTaints(text, MASK);
  }

  /** A text as it may be kept: folded, scrubbed, then cut, so that no cut leaves half a secret.
   * @param {string | null | undefined} text @param {number} [limit] */
  function clean(text, limit) {
    return text ? D.clip(scrubText(D.fold(text.slice(0, MAX_RAW))), limit) : "";
  }

  /** An attribute that serves as a witness: whole, or not at all. Two masked ones would be equal.
   * @param {string | null} value */
  function witness(value) {
    if (!value || value.length > D.MAX_TEXT) return null;
    return scrubText(value) === value ? value : null;
  }

  // --- URLs ---

  const SECRET_KEYS = new Set(
    (
      "token key apikey sid session sessionid sess phpsessid jsessionid auth authorization authcode code sig signature " +
      "hmac password passwd pass pwd csrf xsrf csrftoken csrfmiddlewaretoken secret otp jwt ticket credential " +
      "credentials nonce saml samlresponse accesstoken idtoken refreshtoken"
    ).split(" "),
  );

  /** @param {string} key */
  function isSecretKey(key) {
    const words = key
      .replace(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z\d]+/);
    return words.some((word) => SECRET_KEYS.has(word)) || SECRET_KEYS.has(words.join(""));
  }

  /** @param {string} text */
  function decoded(text) {
    try {
      return decodeURIComponent(text.replace(/\+/g, " "));
    } catch {
      return text;
    }
  }

  /** @param {string} part */
  function holdsSecret(part) {
    const plain = decoded(part);
    return isCertain(plain) || (plain.match(TOKEN) ?? []).some(looksSecret);
  }

  /** @param {string} query @param {number} depth */
  function scrubQuery(query, depth) {
    return query
      .split("&")
      .map((pair) => {
        const cut = pair.indexOf("=");
        if (cut < 0) return holdsSecret(pair) ? SLOT : pair;
        const value = pair.slice(cut + 1);
        return pair.slice(0, cut + 1) + scrubQueryValue(decoded(pair.slice(0, cut)), value, depth);
      })
      .join("&");
  }

  /** @param {string} key @param {string} value @param {number} depth */
  function scrubQueryValue(key, value, depth) {
    if (!value) return value;
    if (isSecretKey(key)) return SLOT;
    const plain = decoded(value);
    if (carried.has(plain)) return SLOT;
    if (/^(?:https?:\/\/|\/)[^?#]*[?#]/i.test(plain) && depth < MAX_NESTED) {
      const inner = scrubParts(plain, depth + 1);
      return inner === plain ? value : encodeURIComponent(inner).replaceAll(encodeURIComponent(SLOT), SLOT);
    }
    return holdsSecret(value) ? SLOT : value;
  }

  /** @param {string} path */
  function scrubPath(path) {
    return path
      .split("/")
      .map((segment) => (segment !== SLOT && holdsSecret(segment) ? SLOT : segment))
      .join("/");
  }

  /** @param {string} fragment @param {number} depth */
  function scrubFragment(fragment, depth) {
    const [path = "", query] = fragment.includes("?") ? split(fragment, "?") : [fragment, null];
    if (query === null && path.includes("=")) return scrubQuery(path, depth);
    return scrubPath(path) + (query === null || query === undefined ? "" : "?" + scrubQuery(query, depth));
  }

  /** @param {string} text @param {string} at @returns {[string, string | null]} */
  function split(text, at) {
    const cut = text.indexOf(at);
    return cut < 0 ? [text, null] : [text.slice(0, cut), text.slice(cut + at.length)];
  }

  /** @param {string} url @param {number} depth */
  function scrubParts(url, depth) {
    const [before, fragment] = split(url, "#");
    const [place, query] = split(before, "?");
    const origin = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i.exec(place)?.[0] ?? "";
    const host = origin.replace(/^([a-z][a-z\d+.-]*:\/\/).*@/i, "$1");
    let out = host + scrubPath(place.slice(origin.length));
    if (query !== null) out += "?" + scrubQuery(query, depth);
    if (fragment !== null) out += "#" + scrubFragment(fragment, depth);
    return out;
  }

  /** A URL as it may be kept: no user name and password, "{secret}" for what is or looks secret; the rest stays,
   * since steps must go there again. @param {string} url */
  function scrubUrl(url) {
    if (/^(?:data|blob|javascript):/i.test(url)) return /^[a-z]+:/i.exec(url)?.[0] ?? "";
    return D.clip(withoutTaints(scrubParts(url.slice(0, MAX_RAW_URL), 0), SLOT), MAX_URL);
  }

  /** The last look at what leaves: every text in it once more without tainted values. @template T @param {T} value
   * @returns {T} */
  function scrubDeep(value) {
    if (taints.size === 0 && carried.size === 0) return value;
    if (typeof value === "string") return /** @type {T} */ (withoutTaints(value, MASK));
    if (Array.isArray(value)) return /** @type {T} */ (value.map(scrubDeep));
    if (value === null || typeof value !== "object") return value;
    return /** @type {T} */ (Object.fromEntries(Object.entries(value).map(([k, v]) => [k, scrubNamed(k, v)])));
  }

  /** @param {string} key @param {unknown} value */
  function scrubNamed(key, value) {
    const isUrl = typeof value === "string" && /^(?:url|href|action)$/.test(key) && /^https?:/i.test(value);
    return isUrl ? scrubUrl(value) : scrubDeep(value);
  }

  L.scrub = {
    MASK,
    text: scrubText,
    value: scrubValue,
    url: scrubUrl,
    clean,
    witness,
    deep: scrubDeep,
    taint,
    whole,
    carry,
    listen,
    isCertain,
  };
})();
