/** Where people sign in. Google and the sandbox differ in nothing else. */
export interface IdentityAddresses {
  /** The `iss` of its ID tokens. */
  issuer: string;
  /** Opened in the person's browser. */
  authorization: string;
  token: string;
  /** The keys that ID tokens are signed with. */
  keys: string;
}

/** Google (video platform reference, 1.1). */
export const googleIdentity: IdentityAddresses = {
  issuer: "https://accounts.google.com",
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
};

/** The sandbox platform: the same paths under one origin, such as `http://127.0.0.1:4100`. */
export function sandboxIdentity(origin: string): IdentityAddresses {
  const at = new URL(origin).origin;
  return {
    issuer: at,
    authorization: `${at}/o/oauth2/v2/auth`,
    token: `${at}/token`,
    keys: `${at}/oauth2/v3/certs`,
  };
}
