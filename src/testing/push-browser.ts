import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";

/** Decrypts a push message as a browser does (RFC 8291 with the single record of RFC 8188). */
export function decryptPush(body: Buffer, browser: ECDH, auth: string): string {
  const salt = body.subarray(0, 16);
  const serverKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + serverKey.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), serverKey]);
  const secret = browser.computeSecret(serverKey);
  const key = Buffer.from(hkdfSync("sha256", secret, Buffer.from(auth, "base64url"), info, 32));
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last octet that is not zero ends the text.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
