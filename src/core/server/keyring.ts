import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** Signing and encryption with keys derived from the one application secret, one key per purpose. */
export interface Keyring {
  /** A token that carries `payload` in the clear, unforgeable until `expires`. Fits into a path segment. */
  sign: (purpose: string, payload: string, expires: Date) => string;
  /** The payload of a token that is genuine and not expired at `now`, and when it expires; else null. */
  verify: (purpose: string, token: string, now: Date) => { payload: string; expires: Date } | null;
  /** HMAC-SHA-256, for what is kept only to be compared: worthless to whoever has the rows but not the secret. */
  digest: (purpose: string, text: string) => string;
  /** AES-256-GCM; the result is text. */
  encrypt: (purpose: string, text: string) => string;
  /** The text again; throws when the box was altered or the secret has changed. */
  decrypt: (purpose: string, box: string) => string;
}

export function createKeyring(secret: string): Keyring {
  // Key objects, as signing with a buffer costs seven times as much, and a list has a hundred addresses.
  const keys = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "reelay", purpose, 32)));
    keys.set(purpose, key);
    return key;
  };
  const mac = (purpose: string, body: string) =>
    createHmac("sha256", keyFor(`sign:${purpose}`))
      .update(body)
      .digest("base64url");

  return {
    sign: (purpose, payload, expires) => {
      const body = `${Buffer.from(payload).toString("base64url")}.${Math.floor(expires.getTime() / 1000).toString(36)}`;
      return `${body}.${mac(purpose, body)}`;
    },
    verify: (purpose, token, now) => {
      const cut = token.lastIndexOf(".");
      const body = token.slice(0, cut);
      const [payload, end] = body.split(".");
      if (cut < 0 || !payload || !end) return null;
      if (!sameText(token.slice(cut + 1), mac(purpose, body))) return null;
      const expires = new Date(Number.parseInt(end, 36) * 1000);
      return expires <= now ? null : { payload: Buffer.from(payload, "base64url").toString(), expires };
    },
    digest: (purpose, text) =>
      createHmac("sha256", keyFor(`digest:${purpose}`))
        .update(text)
        .digest("base64url"),
    encrypt: (purpose, text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(`encrypt:${purpose}`), iv);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
    },
    decrypt: (purpose, box) => {
      const bytes = Buffer.from(box, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", keyFor(`encrypt:${purpose}`), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
