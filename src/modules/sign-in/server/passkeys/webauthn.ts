/** Loads the WebAuthn library on first use: its imports are a tenth of what the imports of the server take. */
export async function loadWebAuthn() {
  const [library, { decodeAttestationObject }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...library, decodeAttestationObject };
}
