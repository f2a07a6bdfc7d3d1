import { z } from "zod";

import type { SignInSettings } from "#core/sign-in-settings.ts";
import type { Contact } from "#modules/site/rules/contact.ts";

import { settingTypes } from "./settings/table.ts";

/** Database connections of a process with `DATABASE_URL`: six processes fit the 100 of PostgreSQL's default. */
const sharedConnections = 15;
/** Database connections of a process with the bundled PostgreSQL, which allows 200. */
const ownConnections = 25;

const environment = z.object(settingTypes()).superRefine((given, context) => {
  const refuse = (message: string) => context.addIssue({ code: "custom", message });
  if (Boolean(given.GOOGLE_CLIENT_ID) !== Boolean(given.GOOGLE_CLIENT_SECRET)) {
    refuse(
      "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together. Set both, or neither to use the sandbox platform.",
    );
  }
  if (Boolean(given.VIMEO_CLIENT_ID) !== Boolean(given.VIMEO_CLIENT_SECRET)) {
    refuse(
      "VIMEO_CLIENT_ID and VIMEO_CLIENT_SECRET must be set together. Set both, or neither to turn Vimeo off.",
    );
  }
  if (given.VIMEO_CLIENT_ID && !given.GOOGLE_CLIENT_ID) {
    refuse("VIMEO_CLIENT_ID needs a Google client, otherwise the sandbox platform replaces Vimeo too.");
  }
  const oidc = [given.OIDC_ISSUER, given.OIDC_CLIENT_ID, given.OIDC_CLIENT_SECRET];
  if (oidc.some(Boolean) && !oidc.every(Boolean)) {
    refuse(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together. Set all three, or none to turn single sign-on off.",
    );
  }
  if (!given.PASSWORD_LOGIN && !given.OIDC_ISSUER) {
    refuse("PASSWORD_LOGIN=false needs single sign-on, otherwise nobody could log in. Set OIDC_ISSUER too.");
  }
  if (given.SIGN_UP_DOMAINS?.length && given.SIGN_UP !== "open") {
    refuse("SIGN_UP_DOMAINS has an effect only with SIGN_UP=open. Remove one of them.");
  }
  if (given.ROLE !== "worker" && given.PORT === given.HEALTH_PORT) {
    refuse("HEALTH_PORT must differ from PORT. Set another one, or none to serve no metrics.");
  }
  if (given.PORT === given.SANDBOX_PORT) refuse("SANDBOX_PORT must differ from PORT.");
  if (given.ROLE !== "worker" && given.HEALTH_PORT === given.SANDBOX_PORT)
    refuse("HEALTH_PORT must differ from SANDBOX_PORT.");
  const store = [given.S3_BUCKET, given.S3_ACCESS_KEY_ID, given.S3_SECRET_ACCESS_KEY];
  if ((given.S3_ENDPOINT ?? store.some(Boolean)) && !store.every(Boolean)) {
    refuse(
      "S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Set all three, or no S3_ setting to store files in DATA_DIR.",
    );
  }
});

/** An OAuth client of the operator; null if it is not set. */
function readClient(clientId?: string, clientSecret?: string) {
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

export type Config = ReturnType<typeof readConfig>;

/** Invalid settings; one sentence per mistake. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Parses and validates the settings. Throws a `ConfigError` with every mistake on its own line. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => issue.message).join("\n"));
  }
  const variables = parsed.data;
  const google = readClient(variables.GOOGLE_CLIENT_ID, variables.GOOGLE_CLIENT_SECRET);
  const vimeo = readClient(variables.VIMEO_CLIENT_ID, variables.VIMEO_CLIENT_SECRET);
  const singleSignOn =
    variables.OIDC_ISSUER && variables.OIDC_CLIENT_ID && variables.OIDC_CLIENT_SECRET
      ? {
          issuer: variables.OIDC_ISSUER,
          clientId: variables.OIDC_CLIENT_ID,
          clientSecret: variables.OIDC_CLIENT_SECRET,
          name: variables.OIDC_NAME,
          roleClaim: variables.OIDC_ROLE_CLAIM ?? null,
        }
      : null;
  const operatorEmails = variables.OPERATOR_EMAILS ?? [];
  const objectStore =
    variables.S3_BUCKET && variables.S3_ACCESS_KEY_ID && variables.S3_SECRET_ACCESS_KEY
      ? {
          endpoint: variables.S3_ENDPOINT ?? null,
          region: variables.S3_REGION,
          bucket: variables.S3_BUCKET,
          accessKeyId: variables.S3_ACCESS_KEY_ID,
          secretAccessKey: variables.S3_SECRET_ACCESS_KEY,
        }
      : null;
  return {
    port: variables.PORT,
    /** Port of a worker's health endpoint; null for none. */
    healthPort: variables.HEALTH_PORT ?? null,
    listenOn: variables.LISTEN_ON,
    appUrl: variables.APP_URL ?? `http://localhost:${variables.PORT}`,
    /** Email addresses of the operators, in lower case. */
    operatorEmails,
    signIn: {
      signUp: variables.SIGN_UP,
      signUpDomains: variables.SIGN_UP_DOMAINS ?? [],
      passwordLogin: variables.PASSWORD_LOGIN,
      singleSignOnSignUp: variables.OIDC_SIGN_UP ?? null,
      contact: variables.SUPPORT_EMAIL ?? variables.SUPPORT_PHONE ?? null,
    } satisfies SignInSettings,
    singleSignOn,
    /** Users don't log in at the sandbox platform, on which everyone is everybody, where there is single sign-on. */
    googleLogin: variables.PASSWORD_LOGIN && (google !== null || singleSignOn === null),
    dataFolder: variables.DATA_DIR,
    databaseUrl: variables.DATABASE_URL ?? null,
    databaseConnections:
      variables.DATABASE_CONNECTIONS ?? (variables.DATABASE_URL ? sharedConnections : ownConnections),
    /** Null stores files on the local disk. */
    objectStore,
    /** Bytes that each user may store; null without a limit. */
    storageQuota: variables.STORAGE_QUOTA ?? null,
    smtpUrl: variables.SMTP_URL ?? null,
    mailFrom: variables.MAIL_FROM,
    google,
    /** Null where Vimeo is not offered. */
    vimeo,
    /** The Google project's daily quotas. That of `videos.batchGetStats` is the documented one. */
    youtubeQuota: {
      uploads: variables.YOUTUBE_UPLOADS,
      units: variables.YOUTUBE_QUOTA,
      counts: 10_000,
      reports: variables.YOUTUBE_ANALYTICS_QUOTA,
    },
    appSecret: variables.APP_SECRET ?? null,
    reviewWindowSeconds: variables.REVIEW_WINDOW_SECONDS,
    sandboxPort: variables.SANDBOX_PORT,
    sandboxUrl: variables.SANDBOX_URL ?? `http://localhost:${variables.SANDBOX_PORT}`,
    sandboxListenOn: variables.SANDBOX_LISTEN_ON ?? "127.0.0.1",
    /** False if another process runs the sandbox platform, or none is needed. */
    startsSandbox:
      variables.ROLE !== "worker" &&
      !google &&
      (!variables.SANDBOX_URL || variables.SANDBOX_LISTEN_ON !== undefined),
    destinations: {
      /** Whether creators may connect destinations in the server's own network. */
      allowPrivate: variables.ALLOW_PRIVATE_DESTINATIONS,
      /** Folders of the server in which creators may store videos. */
      folders: variables.PUBLISH_FOLDERS ?? [],
    },
    role: variables.ROLE,
    ffmpegPath: variables.FFMPEG_PATH ?? null,
    trustedProxies: variables.TRUST_PROXY,
    contact: {
      email: variables.SUPPORT_EMAIL ?? null,
      phone: variables.SUPPORT_PHONE ?? null,
      address: variables.SUPPORT_ADDRESS ?? null,
      social: variables.SOCIAL_LINKS ?? [],
    } satisfies Contact,
    logLevel: variables.LOG_LEVEL,
  };
}
