import { z } from "zod";

import { signUpPolicies } from "#core/sign-in-settings.ts";

import { minConnections } from "../connections.ts";
import {
  bucket,
  count,
  domains,
  email,
  emails,
  flag,
  folders,
  ipAddress,
  issuer,
  optional,
  origin,
  port,
  proxies,
  sender,
  serverUrl,
  size,
  socialLinks,
  webAddress,
  withDefault,
} from "./types.ts";

/** A setting of the operator, read from an environment variable. */
export interface Setting<T extends z.ZodType = z.ZodType> {
  type: T;
  /** The default, as Markdown; a value in backticks is the value. */
  default: string;
  /** Sentences in Markdown for docs/operating.md and the page of settings. */
  description: string;
  /** Heading of the section of docs/operating.md about it. */
  section?: string;
  /** Its value is never shown. */
  secret?: true;
}

type Text = Omit<Setting, "type" | "default">;

/** A setting with a default value. */
function defaulted<T extends z.ZodType>(value: string, type: T, text: Text) {
  return { type: withDefault(type, value), default: `\`${value}\``, ...text };
}

/** A setting without a default value. `without` says what applies then. */
function absent<T extends z.ZodType>(type: T, text: Text, without = "none") {
  return { type: optional(type), default: without, ...text };
}

/** All settings in the order of docs/operating.md, which a test compares with it, as it does .env.example. */
export const settings = {
  PORT: defaulted("3000", port("PORT"), { description: "HTTP port." }),
  LISTEN_ON: defaulted("0.0.0.0", ipAddress("LISTEN_ON"), {
    description: "IP address to listen on. Use `127.0.0.1` behind a proxy on the same machine.",
  }),
  HEALTH_PORT: absent(port("HEALTH_PORT"), {
    description: "Port of the health endpoint and the metrics. Workers listen on no other port.",
    section: "Health checks",
  }),
  APP_URL: absent(
    origin("APP_URL"),
    {
      description:
        "Public URL, without a path. Used in emails and for OAuth redirects. Passkeys are bound to its host name and stop working if it changes.",
    },
    "`http://localhost:PORT`",
  ),
  TRUST_PROXY: defaulted("false", proxies, {
    description:
      "Number of reverse proxies (1 to 9) whose `X-Forwarded-For` entries are trusted. `true` means 1.",
  }),
  OPERATOR_EMAILS: absent(emails("OPERATOR_EMAILS"), {
    description: "Comma-separated email addresses of the operators.",
    section: "Operators",
  }),
  SIGN_UP: defaulted("open", z.enum(signUpPolicies, "SIGN_UP must be open, invitation or closed."), {
    description:
      "Who can create an account: everyone (`open`), invited people (`invitation`) or nobody (`closed`).",
    section: "Sign-up",
  }),
  SIGN_UP_DOMAINS: absent(
    domains("SIGN_UP_DOMAINS"),
    {
      description:
        "With `SIGN_UP=open`, comma-separated domains of the email addresses that need no invitation.",
      section: "Sign-up",
    },
    "all domains",
  ),
  OIDC_ISSUER: absent(issuer("OIDC_ISSUER"), {
    description: "Issuer of an OpenID Connect provider for single sign-on.",
    section: "Single sign-on",
  }),
  OIDC_CLIENT_ID: absent(z.string(), {
    description: "ID of the client at the provider.",
    section: "Single sign-on",
  }),
  OIDC_CLIENT_SECRET: absent(z.string(), {
    description: "Secret of the client at the provider.",
    section: "Single sign-on",
    secret: true,
  }),
  OIDC_NAME: defaulted(
    "single sign-on",
    z.string().trim().max(40, "OIDC_NAME must have at most 40 characters."),
    { description: "Name of the provider on the button “Continue with …”.", section: "Single sign-on" },
  ),
  OIDC_ROLE_CLAIM: absent(
    z.string(),
    {
      description: "Claim with the role of new users, such as `groups` or `realm_access.roles`.",
      section: "Single sign-on",
    },
    "users choose",
  ),
  OIDC_SIGN_UP: absent(
    flag("OIDC_SIGN_UP"),
    {
      description:
        "Whether single sign-on creates accounts: `true` also where `SIGN_UP` doesn't allow it, `false` never.",
      section: "Single sign-on",
    },
    "as `SIGN_UP` says",
  ),
  PASSWORD_LOGIN: defaulted("true", flag("PASSWORD_LOGIN"), {
    description: "`false` leaves single sign-on as the only login.",
    section: "Single sign-on",
  }),
  DATA_DIR: defaulted("data", z.string(), {
    description:
      "Directory for database, files, temporary files, sandbox platform and secret. Relative paths start at Reelay's directory.",
  }),
  DATABASE_URL: absent(
    serverUrl("DATABASE_URL", ["postgres", "postgresql"], { host: false }),
    { description: "`postgres://` URL of an external PostgreSQL server.", secret: true },
    "bundled PostgreSQL",
  ),
  DATABASE_CONNECTIONS: absent(
    count("DATABASE_CONNECTIONS", minConnections),
    {
      description: "Maximum database connections per process.",
      section: "Database connections",
    },
    "`15`, or `25` for the bundled PostgreSQL",
  ),
  S3_BUCKET: absent(bucket("S3_BUCKET"), {
    description: "Bucket for all files. Without it, files are stored in `DATA_DIR/files`.",
    section: "Object store",
  }),
  S3_ENDPOINT: absent(
    webAddress("S3_ENDPOINT"),
    { description: "URL of the object store.", section: "Object store" },
    "Amazon S3",
  ),
  S3_REGION: defaulted(
    "us-east-1",
    z.string().regex(/^[\w-]+$/, "S3_REGION must be the name of a region, such as eu-central-1."),
    { description: "Region of the bucket." },
  ),
  S3_ACCESS_KEY_ID: absent(z.string(), { description: "Access key of the object store.", secret: true }),
  S3_SECRET_ACCESS_KEY: absent(z.string(), { description: "Secret key of the object store.", secret: true }),
  STORAGE_QUOTA: absent(size("STORAGE_QUOTA"), {
    description: "Storage for each user, such as `50GB`.",
    section: "User storage",
  }),
  SMTP_URL: absent(
    serverUrl("SMTP_URL", ["smtp", "smtps"], { host: true }),
    { description: "Mail server, `smtp://` or `smtps://`.", section: "Email", secret: true },
    "mailbox of the sandbox platform, or no email",
  ),
  MAIL_FROM: defaulted("Reelay <reelay@localhost>", sender("MAIL_FROM"), {
    description: "Sender of all email.",
  }),
  GOOGLE_CLIENT_ID: absent(
    z.string(),
    { description: "ID of the OAuth client.", section: "Google login and YouTube" },
    "sandbox platform",
  ),
  GOOGLE_CLIENT_SECRET: absent(
    z.string(),
    { description: "Secret of the OAuth client.", section: "Google login and YouTube", secret: true },
    "sandbox platform",
  ),
  VIMEO_CLIENT_ID: absent(
    z.string(),
    { description: "ID of the Vimeo app. Needs a Google client.", section: "Vimeo" },
    "sandbox platform, or no Vimeo",
  ),
  VIMEO_CLIENT_SECRET: absent(
    z.string(),
    { description: "Secret of the Vimeo app.", section: "Vimeo", secret: true },
    "sandbox platform, or no Vimeo",
  ),
  YOUTUBE_QUOTA: defaulted("10000", count("YOUTUBE_QUOTA", 1, { unit: "units" }), {
    description: "Units of the Google project's daily quota.",
    section: "YouTube quota",
  }),
  YOUTUBE_UPLOADS: defaulted("100", count("YOUTUBE_UPLOADS", 1, { unit: "uploads" }), {
    description: "Uploads per day that Google allows the project.",
    section: "YouTube quota",
  }),
  YOUTUBE_ANALYTICS_QUOTA: defaulted("10000", count("YOUTUBE_ANALYTICS_QUOTA", 1, { unit: "calls" }), {
    description: "Calls of the YouTube Analytics API a day. The default is an assumption.",
    section: "Analytics of published videos",
  }),
  SANDBOX_PORT: defaulted("3001", port("SANDBOX_PORT"), {
    description: "Port of the sandbox platform. Not used if a Google client is configured.",
  }),
  SANDBOX_URL: absent(
    origin("SANDBOX_URL"),
    {
      description:
        "Address at which browsers and all processes reach the sandbox platform. If it is set, only processes with `SANDBOX_LISTEN_ON` start one.",
    },
    "`http://localhost:SANDBOX_PORT`",
  ),
  SANDBOX_LISTEN_ON: absent(
    ipAddress("SANDBOX_LISTEN_ON"),
    { description: "IP address that the sandbox platform listens on.", section: "Several machines" },
    "`127.0.0.1`",
  ),
  ALLOW_PRIVATE_DESTINATIONS: defaulted("false", flag("ALLOW_PRIVATE_DESTINATIONS"), {
    description:
      "Whether creators may connect PeerTube instances and S3 stores in the server's own network or without HTTPS. Only `https` at public addresses is requested otherwise.",
  }),
  PUBLISH_FOLDERS: absent(folders, {
    description: "Folders of the server in which creators may store published videos.",
    section: "Server folders",
  }),
  APP_SECRET: absent(
    z.string().min(32, "APP_SECRET must have at least 32 characters."),
    {
      description:
        "At least 32 characters. Encrypts YouTube tokens, signs media links and hashes one-time codes.",
      section: "Several machines",
      secret: true,
    },
    "generated, stored in `DATA_DIR/secret`",
  ),
  REVIEW_WINDOW_SECONDS: defaulted(
    "36000",
    count("REVIEW_WINDOW_SECONDS", 60, { unit: "seconds", max: 315_360_000 }),
    {
      description:
        "Time to review a version before its video is deleted. At least 60; the default is 10 hours.",
    },
  ),
  ROLE: defaulted("all", z.enum(["all", "web", "worker"], "ROLE must be all, web or worker."), {
    description: "`web` (HTTP server), `worker` (background jobs) or `all`.",
    section: "Several machines",
  }),
  FFMPEG_PATH: absent(
    z.string(),
    { description: "Path of the ffmpeg program.", section: "ffmpeg" },
    "installed by npm, otherwise on `PATH`",
  ),
  SUPPORT_EMAIL: absent(email("SUPPORT_EMAIL"), {
    description:
      "Email address for the footer and the legal pages, and for users who can't sign up or are suspended.",
  }),
  SUPPORT_PHONE: absent(z.string().regex(/(\d.*){3}/, "SUPPORT_PHONE must be a phone number."), {
    description:
      "Phone number for the footer and the legal pages. Named to users who can't sign up or are suspended, if there is no email address.",
  }),
  SUPPORT_ADDRESS: absent(z.string(), {
    description: "Postal address for the footer and the legal pages.",
  }),
  SOCIAL_LINKS: absent(socialLinks, {
    description: "Links for the footer: `YouTube=https://www.youtube.com/@you, Forum=https://forum.example`.",
  }),
  LOG_LEVEL: defaulted(
    "warn",
    z.enum(["debug", "info", "warn", "error"], "LOG_LEVEL must be debug, info, warn or error."),
    { description: "`debug`, `info`, `warn` or `error`.", section: "Logs" },
  ),
} satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

type Shape = { [K in SettingName]: (typeof settings)[K]["type"] };

/** The types of all settings, to parse the environment with. */
export function settingTypes(): Shape {
  const types = Object.fromEntries(Object.entries(settings).map(([name, { type }]) => [name, type]));
  return types as Shape;
}
