import { basename, isAbsolute } from "node:path";

import { z } from "zod";

import { parseSocialLink } from "#modules/site/contract.ts";
import type { Contact } from "#modules/site/rules.ts";

import { minConnections } from "./connections.ts";

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(inner: T) => z.preprocess(blankIsAbsent, inner.optional());
const withDefault = <T extends z.ZodType>(inner: T, value: string) =>
  z.preprocess((given) => blankIsAbsent(given) ?? value, inner);

const port = (name: string) =>
  z.coerce
    .number(`${name} must be a port number, such as 3000.`)
    .int(`${name} must be a whole number.`)
    .min(1, `${name} must be between 1 and 65535.`)
    .max(65535, `${name} must be between 1 and 65535.`);

const webAddress = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an address such as https://reelay.example.` })
    .transform((url) => url.replace(/\/+$/, ""));

/** `Name=https://…`, separated by commas. */
const socialLinks = z.string().transform((text, context) => {
  const links: Contact["social"] = [];
  for (const entry of text.split(",").filter((entry) => entry.trim() !== "")) {
    const link = parseSocialLink(entry);
    if (link) links.push(link);
    else
      context.addIssue({
        code: "custom",
        message: `SOCIAL_LINKS must look like YouTube=https://www.youtube.com/@you, Forum=https://forum.example. "${entry.trim()}" does not.`,
      });
  }
  return links;
});

/**
 * Number of trusted proxies. Entries of `X-Forwarded-For` further left are ignored, since a client can forge
 * them.
 */
/** A number of bytes such as `50GB`, in decimal units. */
const sizeUnits = ["B", "KB", "MB", "GB", "TB"];
const size = (name: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)? ?([KMGT]?B)$/i, `${name} must be a size such as 50GB.`)
    .transform((text) => {
      const unit = sizeUnits.indexOf(text.replace(/[\d. ]/g, "").toUpperCase());
      return Math.round(Number.parseFloat(text) * 1000 ** unit);
    });

const proxies = z
  .string()
  .regex(
    /^(true|false|[1-9])$/,
    "TRUST_PROXY must be true, false, or the number of proxies in a row (1 to 9).",
  )
  .transform((value) => (value === "true" ? 1 : value === "false" ? 0 : Number(value)));

/** Database connections of a process with `DATABASE_URL`: six processes fit the 100 of PostgreSQL's default. */
const sharedConnections = 15;
/** Database connections of a process with the bundled PostgreSQL, which allows 200. */
const ownConnections = 25;

/** Absolute paths with commas in between. Creators see their last parts, which must differ. */
const folders = z
  .string()
  .transform((value) => value.split(",").flatMap((path) => path.trim().replace(/(?<=.)\/+$/, "") || []))
  .refine(
    (paths) => paths.every((path) => isAbsolute(path) && basename(path) !== ""),
    "PUBLISH_FOLDERS must be absolute paths such as /srv/videos, with commas in between.",
  )
  .refine(
    (paths) => new Set(paths.map((path) => basename(path))).size === paths.length,
    "The folders in PUBLISH_FOLDERS must have different names.",
  );

/** All settings. `.env.example` documents them. */
const environment = z
  .object({
    PORT: withDefault(port("PORT"), "3000"),
    HEALTH_PORT: optional(port("HEALTH_PORT")),
    LISTEN_ON: withDefault(
      z.union([z.ipv4(), z.ipv6()], "LISTEN_ON must be an address of this machine, such as 127.0.0.1."),
      "0.0.0.0",
    ),
    APP_URL: optional(webAddress("APP_URL")),
    DATA_DIR: withDefault(z.string(), "data"),
    DATABASE_URL: optional(
      z.string().regex(/^postgres(ql)?:\/\//, "DATABASE_URL must begin with postgres:// or postgresql://."),
    ),
    DATABASE_CONNECTIONS: optional(
      z.coerce
        .number("DATABASE_CONNECTIONS must be a number.")
        .int("DATABASE_CONNECTIONS must be a whole number.")
        .min(minConnections, `DATABASE_CONNECTIONS must be at least ${minConnections}.`),
    ),
    S3_ENDPOINT: optional(webAddress("S3_ENDPOINT")),
    S3_BUCKET: optional(z.string()),
    S3_REGION: withDefault(z.string(), "us-east-1"),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    STORAGE_QUOTA: optional(size("STORAGE_QUOTA")),
    SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, "SMTP_URL must begin with smtp:// or smtps://.")),
    MAIL_FROM: withDefault(z.string(), "Reelay <reelay@localhost>"),
    GOOGLE_CLIENT_ID: optional(z.string()),
    GOOGLE_CLIENT_SECRET: optional(z.string()),
    YOUTUBE_QUOTA: withDefault(
      z.coerce
        .number("YOUTUBE_QUOTA must be a number of units.")
        .int("YOUTUBE_QUOTA must be a whole number of units.")
        .min(1, "YOUTUBE_QUOTA must be at least 1."),
      "10000",
    ),
    APP_SECRET: optional(z.string().min(32, "APP_SECRET must have at least 32 characters.")),
    REVIEW_WINDOW_SECONDS: withDefault(
      z.coerce
        .number("REVIEW_WINDOW_SECONDS must be a number of seconds.")
        .int("REVIEW_WINDOW_SECONDS must be whole seconds.")
        .min(60, "REVIEW_WINDOW_SECONDS must be at least 60."),
      "36000",
    ),
    SANDBOX_PORT: withDefault(port("SANDBOX_PORT"), "3001"),
    SANDBOX_URL: optional(webAddress("SANDBOX_URL")),
    SANDBOX_LISTEN_ON: optional(
      z.union(
        [z.ipv4(), z.ipv6()],
        "SANDBOX_LISTEN_ON must be an address of this machine, such as 127.0.0.1.",
      ),
    ),
    ALLOW_PRIVATE_DESTINATIONS: withDefault(
      z.enum(["true", "false"], "ALLOW_PRIVATE_DESTINATIONS must be true or false."),
      "false",
    ),
    PUBLISH_FOLDERS: withDefault(folders, ","),
    ROLE: withDefault(z.enum(["all", "web", "worker"], "ROLE must be all, web or worker."), "all"),
    FFMPEG_PATH: optional(z.string()),
    TRUST_PROXY: withDefault(proxies, "false"),
    SUPPORT_EMAIL: optional(z.email("SUPPORT_EMAIL must be an email address.")),
    SUPPORT_PHONE: optional(z.string()),
    SUPPORT_ADDRESS: optional(z.string()),
    SOCIAL_LINKS: withDefault(socialLinks, ","),
    LOG_LEVEL: withDefault(
      z.enum(["debug", "info", "warn", "error"], "LOG_LEVEL must be debug, info, warn or error."),
      "warn",
    ),
  })
  .superRefine((given, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    if (Boolean(given.GOOGLE_CLIENT_ID) !== Boolean(given.GOOGLE_CLIENT_SECRET)) {
      refuse(
        "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together. Set both, or neither to use the sandbox platform.",
      );
    }
    if (given.PORT === given.SANDBOX_PORT) refuse("SANDBOX_PORT must differ from PORT.");
    const store = [given.S3_BUCKET, given.S3_ACCESS_KEY_ID, given.S3_SECRET_ACCESS_KEY];
    if ((given.S3_ENDPOINT ?? store.some(Boolean)) && !store.every(Boolean)) {
      refuse(
        "S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together. Set all three, or no S3_ setting to store files in DATA_DIR.",
      );
    }
  });

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
  const given = parsed.data;
  const google =
    given.GOOGLE_CLIENT_ID && given.GOOGLE_CLIENT_SECRET
      ? { clientId: given.GOOGLE_CLIENT_ID, clientSecret: given.GOOGLE_CLIENT_SECRET }
      : null;
  const objectStore =
    given.S3_BUCKET && given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY
      ? {
          endpoint: given.S3_ENDPOINT ?? null,
          region: given.S3_REGION,
          bucket: given.S3_BUCKET,
          accessKeyId: given.S3_ACCESS_KEY_ID,
          secretAccessKey: given.S3_SECRET_ACCESS_KEY,
        }
      : null;
  return {
    port: given.PORT,
    /** Port of a worker's health endpoint; null for none. */
    healthPort: given.HEALTH_PORT ?? null,
    listenOn: given.LISTEN_ON,
    appUrl: given.APP_URL ?? `http://localhost:${given.PORT}`,
    dataFolder: given.DATA_DIR,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseConnections:
      given.DATABASE_CONNECTIONS ?? (given.DATABASE_URL ? sharedConnections : ownConnections),
    /** Null stores files on the local disk. */
    objectStore,
    /** Bytes that each user may store; null without a limit. */
    storageQuota: given.STORAGE_QUOTA ?? null,
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM,
    google,
    /** Units of the Google project's daily quota. */
    youtubeQuota: given.YOUTUBE_QUOTA,
    appSecret: given.APP_SECRET ?? null,
    reviewWindowSeconds: given.REVIEW_WINDOW_SECONDS,
    sandboxPort: given.SANDBOX_PORT,
    sandboxUrl: given.SANDBOX_URL ?? `http://localhost:${given.SANDBOX_PORT}`,
    sandboxListenOn: given.SANDBOX_LISTEN_ON ?? "127.0.0.1",
    /** False if another process runs the sandbox platform, or none is needed. */
    startsSandbox:
      given.ROLE !== "worker" && !google && (!given.SANDBOX_URL || given.SANDBOX_LISTEN_ON !== undefined),
    destinations: {
      /** Whether creators may connect destinations in the server's own network. */
      allowPrivate: given.ALLOW_PRIVATE_DESTINATIONS === "true",
      /** Folders of the server in which creators may store videos. */
      folders: given.PUBLISH_FOLDERS,
    },
    role: given.ROLE,
    ffmpegPath: given.FFMPEG_PATH ?? null,
    trustedProxies: given.TRUST_PROXY,
    contact: {
      email: given.SUPPORT_EMAIL ?? null,
      phone: given.SUPPORT_PHONE ?? null,
      address: given.SUPPORT_ADDRESS ?? null,
      social: given.SOCIAL_LINKS,
    } satisfies Contact,
    logLevel: given.LOG_LEVEL,
  };
}
