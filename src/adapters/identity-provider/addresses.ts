/** URLs of an identity provider: the only difference between Google and the sandbox. */
export interface IdentityAddresses {
  /** The `iss` of its ID tokens. */
  issuer: string;
  /** Opened in the user's browser. */
  authorization: string;
  token: string;
  /** The public keys of ID tokens. */
  keys: string;
  /** Whether a URL is one of the provider's profile pictures. */
  isPicture: (url: URL) => boolean;
}

/** Google. */
export const googleIdentity: IdentityAddresses = {
  issuer: "https://accounts.google.com",
  authorization: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  keys: "https://www.googleapis.com/oauth2/v3/certs",
  isPicture: ({ protocol, hostname, port }) =>
    protocol === "https:" && port === "" && hostname.endsWith(".googleusercontent.com"),
};

/** The sandbox platform: the same paths under one origin, such as `http://127.0.0.1:4100`. */
export function sandboxIdentity(origin: string): IdentityAddresses {
  const at = new URL(origin).origin;
  return {
    issuer: at,
    authorization: `${at}/o/oauth2/v2/auth`,
    token: `${at}/token`,
    keys: `${at}/oauth2/v3/certs`,
    isPicture: (url) => url.origin === at,
  };
}
