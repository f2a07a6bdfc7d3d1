import { z } from "zod";

const origin = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

const settingsSchema = z.object({
  /** TCP port; 0 for any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** IP address to listen on. Clients that reach it can use every account. */
  listenOn: z.union([z.ipv4(), z.ipv6()]).default("127.0.0.1"),
  /** Folder of the database, uploads, images and email. */
  dataFolder: z.string().min(1).default("data/sandbox"),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The application's name on the consent page. */
  clientName: z.string().min(1).default("Reelay"),
  /** The exact redirect URIs of the client, compared character by character. */
  redirectUris: z.array(z.url()).min(1),
  /** The origin that browsers and clients use; `http://localhost:<port>` by default. */
  url: origin.optional(),
  /** Maximum size of a custom thumbnail in bytes. */
  thumbnailBytes: z.coerce.number().int().positive().default(2_097_152),
  /** Units that a client may use in a day, above which calls of the Data API are refused. */
  quotaUnits: z.coerce.number().int().positive().default(10_000),
  /** Uploads that a client may start in a day. */
  quotaUploads: z.coerce.number().int().positive().default(100),
});

export type SandboxSettings = z.output<typeof settingsSchema>;
export type SandboxOptions = z.input<typeof settingsSchema>;

const variables: Record<keyof SandboxSettings, string> = {
  port: "SANDBOX_PORT",
  listenOn: "SANDBOX_LISTEN_ON",
  dataFolder: "SANDBOX_DATA",
  clientId: "SANDBOX_CLIENT_ID",
  clientSecret: "SANDBOX_CLIENT_SECRET",
  clientName: "SANDBOX_CLIENT_NAME",
  redirectUris: "SANDBOX_REDIRECT_URIS",
  url: "SANDBOX_URL",
  thumbnailBytes: "SANDBOX_THUMBNAIL_BYTES",
  quotaUnits: "SANDBOX_QUOTA_UNITS",
  quotaUploads: "SANDBOX_QUOTA_UPLOADS",
};

/**
 * Checks settings and fills in the defaults.
 *
 * @throws Error with one line per invalid setting.
 */
export function checkSettings(options: SandboxOptions): SandboxSettings {
  const parsed = settingsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const key = settingsSchema.keyof().safeParse(issue.path[0]);
    return `  ${key.success ? variables[key.data] : "settings"}: ${issue.message}`;
  });
  throw new Error(`The sandbox platform cannot start. Correct these settings:\n${lines.join("\n")}`);
}

/** Reads the settings from environment variables; an empty variable counts as unset. */
export function readSettings(environment: Record<string, string | undefined>): SandboxSettings {
  const value = (key: keyof SandboxSettings) => environment[variables[key]] || undefined;
  const redirectUris = (value("redirectUris") ?? "").split(",").map((uri) => uri.trim());
  return checkSettings({
    port: value("port"),
    listenOn: value("listenOn"),
    dataFolder: value("dataFolder"),
    clientId: value("clientId") ?? "",
    clientSecret: value("clientSecret") ?? "",
    clientName: value("clientName"),
    redirectUris: redirectUris.filter((uri) => uri !== ""),
    url: value("url"),
    thumbnailBytes: value("thumbnailBytes"),
    quotaUnits: value("quotaUnits"),
    quotaUploads: value("quotaUploads"),
  });
}
