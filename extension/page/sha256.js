// SHA-256 in plain JavaScript: pages on plain http have no crypto.subtle, and the hash is wanted at once.
(() => {
  const L = globalThis.__likewise;
  if (Object.hasOwn(L, "sha256")) return;

  const K = constants(64, 1 / 3);
  const START = constants(8, 1 / 2);

  /** The first 32 bits of the fractional parts of roots of the first primes. @param {number} count @param {number} power */
  function constants(count, power) {
    const out = [];
    for (let n = 2; out.length < count; n++) {
      let prime = true;
      for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
      if (prime) out.push(((n ** power % 1) * 2 ** 32) | 0);
    }
    return out;
  }

  /** @param {Uint8Array} bytes */
  function padded(bytes) {
    const out = new Uint8Array((((bytes.length + 8) >> 6) << 6) + 64);
    out.set(bytes);
    out[bytes.length] = 0x80;
    const view = new DataView(out.buffer);
    view.setUint32(out.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(out.length - 4, bytes.length << 3);
    return view;
  }

  /** @param {number} value @param {number} bits */
  function turn(value, bits) {
    return (value >>> bits) | (value << (32 - bits));
  }

  /** @param {DataView} view @param {number} offset */
  function schedule(view, offset) {
    const w = new Int32Array(64);
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const a = /** @type {number} */ (w[i - 15]);
      const b = /** @type {number} */ (w[i - 2]);
      const small = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const big = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = (w[i - 16] ?? 0) + small + (w[i - 7] ?? 0) + big;
    }
    return w;
  }

  /** @param {number[]} hash @param {Int32Array} w */
  function mix(hash, w) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const big = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + big + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    return [a, b, c, d, e, f, g, h].map((value, i) => (value + (hash[i] ?? 0)) | 0);
  }

  /** Hex digest of the text's UTF-8. @param {string} text */
  function sha256(text) {
    const view = padded(new TextEncoder().encode(text));
    let hash = START;
    for (let offset = 0; offset < view.byteLength; offset += 64) hash = mix(hash, schedule(view, offset));
    return hash.map((value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
  }

  L.sha256 = sha256;
})();
