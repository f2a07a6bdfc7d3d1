import { resolve } from "node:path";

import type { SettingInForce } from "#modules/operators/contract/settings.ts";

import type { Config } from "../config.ts";
import { settings, type Setting, type SettingName } from "./table.ts";

/** Values of the defaults that depend on other settings or on this machine. */
type Computed = Partial<Record<SettingName, string>>;

/** Facts that the start has found out. */
interface Found {
  root: string;
  /** Path and version of the ffmpeg program; null if there is none. */
  ffmpeg: string | null;
  /** Receiver of email without a mail server, such as the mailbox of the sandbox platform; null with one. */
  mailTo: string | null;
}

/** All settings with the values in force, and where they come from. Values of secrets are left out. */
export function settingsInForce(
  env: Record<string, string | undefined>,
  config: Config,
  found: Found,
): SettingInForce[] {
  const computed: Computed = {
    APP_URL: config.appUrl,
    DATA_DIR: resolve(found.root, config.dataFolder),
    DATABASE_URL: "bundled PostgreSQL",
    DATABASE_CONNECTIONS: String(config.databaseConnections),
    S3_ENDPOINT: config.objectStore ? "Amazon S3" : "none",
    SMTP_URL: found.mailTo ?? "none",
    GOOGLE_CLIENT_ID: "none: the sandbox platform",
    GOOGLE_CLIENT_SECRET: "none",
    SANDBOX_URL: config.google ? "none" : config.sandboxUrl,
    SANDBOX_LISTEN_ON: config.sandboxListenOn,
    FFMPEG_PATH: found.ffmpeg ?? "none found",
    APP_SECRET: "generated",
  };
  return Object.entries<Setting>(settings).map(([name, setting]) => {
    const variable = env[name];
    const isSet = variable !== undefined && variable !== "";
    const secret = setting.secret ?? false;
    const initial = computed[name as SettingName] ?? setting.default.replaceAll("`", "");
    return {
      name,
      value: isSet ? (secret ? null : variable) : initial,
      source: isSet ? "environment" : "default",
      secret,
      description: setting.description,
    };
  });
}
