/** An identity provider that speaks OpenID Connect. */
export interface IdentityAddresses {
  /** Names the provider where its accounts are stored; it never changes. */
  id: string;
  /** The name for users. */
  name: string;
  /** The `iss` of its ID tokens. */
  issuer: string;
  /** Its endpoints; null for those of its discovery document, `/.well-known/openid-configuration` below the issuer. */
  endpoints: {
    /** Opened in the user's browser. */
    authorization: string;
    token: string;
    /** The public keys of ID tokens. */
    keys: string;
  } | null;
  /** The `prompt` of authorization requests, if any. */
  prompt: string | null;
  /** The claim with the user's roles, such as `groups` or `realm_access.roles`; null if roles aren't read. */
  roleClaim: string | null;
  /** Whether a URL is one of the provider's profile pictures. */
  isPicture: (url: URL) => boolean;
}

const google = {
  id: "google",
  name: "Google",
  // Otherwise a browser with one Google account logs in without asking.
  prompt: "select_account",
  roleClaim: null,
};

/** Google. */
export const googleIdentity: IdentityAddresses = {
  ...google,
  issuer: "https://accounts.google.com",
  endpoints: {
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    keys: "https://www.googleapis.com/oauth2/v3/certs",
  },
  isPicture: ({ protocol, hostname, port }) =>
    protocol === "https:" && port === "" && hostname.endsWith(".googleusercontent.com"),
};

/** The sandbox platform: the same paths under one origin, such as `http://127.0.0.1:4100`. */
export function sandboxIdentity(origin: string): IdentityAddresses {
  const at = new URL(origin).origin;
  return {
    ...google,
    issuer: at,
    endpoints: {
      authorization: `${at}/o/oauth2/v2/auth`,
      token: `${at}/token`,
      keys: `${at}/oauth2/v3/certs`,
    },
    isPicture: (url) => url.origin === at,
  };
}

/** The provider for single sign-on that the operator has configured. Its accounts belong to its issuer. */
export function singleSignOnIdentity(settings: {
  issuer: string;
  name: string;
  roleClaim: string | null;
}): IdentityAddresses {
  const { origin } = new URL(settings.issuer);
  return {
    ...settings,
    id: settings.issuer,
    endpoints: null,
    prompt: null,
    isPicture: (url) => url.origin === origin,
  };
}
