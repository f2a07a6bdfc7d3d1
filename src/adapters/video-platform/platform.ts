import type { Channel, Tokens } from "./connection.ts";
import type { PublishingPlatform } from "./publishing-platform.ts";

/** A kind of destination: how users connect one, and the platform of each that is connected. */
export interface Platform {
  /** Its name in messages to users, where no connected destination has a name of its own. */
  name: string;
  /**
   * The platform of a connected destination. `settings` are those that its login returned; null for one without. Throws
   * `reconnect_needed` if they are needed and lost.
   */
  connect: (settings: string | null) => PublishingPlatform;
  /** False where the operator has not set it up. */
  offered?: boolean;
  /** Connection by a form, where the platform has one. */
  form?: LoginForm;
  /** Connection at a consent screen, where the platform has one. */
  consent?: ConsentScreen;
  /** The quota that all destinations share, where there is one. */
  quota?: ClientQuota;
  /** Waits for running requests and closes the connections. */
  close: () => Promise<void>;
}

/** A channel of an account that has logged in. */
export interface AccountChannel {
  /** Its name at the platform, unique there. */
  name: string;
  channel: Channel;
  /** Settings for `connect`; they contain credentials, so store them encrypted. */
  settings: string;
}

/** Input of a user, by the names of the fields. */
export type LoginFields = Readonly<Record<string, string | undefined>>;

export interface Login {
  tokens: Tokens;
  channels: [AccountChannel, ...AccountChannel[]];
}

/** Connection of a destination whose address and credentials a user types. */
export interface LoginForm {
  /** The name of the destination in messages to users while it is being connected. */
  connectionName: (fields: LoginFields) => string;
  /** The account whose password is typed, to which refused logins are counted. */
  loginAccount?: (fields: LoginFields) => string;
  /** The possible entries of fields that users choose from, by the names of the fields. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Logs in, and returns the account's channels, at least one. Passwords are used once. Also throws `address_refused`. */
  logIn: (fields: LoginFields) => Promise<Login>;
}

/** The operator's OAuth client at a platform. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

export interface AuthorizationRequest {
  /** Exactly as registered with the client. */
  redirectUri: string;
  state: string;
  /** Scopes besides those of publishing. */
  otherScopes?: readonly string[];
  codeChallenge: string;
}

export interface CodeExchange {
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/** Connection of a channel at the platform's consent screen. */
export interface ConsentScreen {
  /** The scopes that publishing needs. */
  scopes: readonly string[];
  /** A verifier to store and its challenge to send along with `authorizationUrl`. */
  createPkce: () => Promise<{ codeVerifier: string; codeChallenge: string }>;
  /** The URL of the consent screen, opened in the user's browser. */
  authorizationUrl: (request: AuthorizationRequest) => string;
  /** Exchanges the code of the redirect for tokens. Also throws `scope_missing` and `no_refresh_token`. */
  exchangeCode: (request: CodeExchange) => Promise<Tokens>;
}

/** Calls that cost units of a quota. */
export type MeteredCall =
  | "channel"
  | "categories"
  | "playlists"
  | "createPlaylist"
  | "addToPlaylist"
  | "addCaption"
  | "setThumbnail"
  | "updateVideo"
  | "video"
  | "deleteVideo"
  | "findUpload";

/** The daily quota of the operator's client at a platform. */
export interface ClientQuota {
  /** Units that each call costs, at most; a list of playlists costs as many for each page. */
  units: Readonly<Record<MeteredCall, number>>;
  playlistsPerPage: number;
  /** The day that the quota is counted for, as a date. */
  day: (now: Date) => string;
  /** Whole seconds until the quota renews. */
  secondsUntilRenewal: (now: Date) => number;
}
