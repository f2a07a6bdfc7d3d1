import { join, resolve } from "node:path";

import type { PoolConfig } from "pg";
import { pino } from "pino";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { sandboxIdentity } from "#adapters/identity-provider/addresses.ts";
import { createMailbox } from "#adapters/mail/mailbox.ts";
import type { S3Settings } from "#adapters/object-storage/s3-bucket.ts";
import { createWebPush } from "#adapters/push/web-push.ts";
import { sandboxAddresses } from "#adapters/video-platform/youtube/addresses.ts";
import type { Composition } from "#app/server/compose.ts";
import { defaultSignInSettings } from "#core/sign-in-settings.ts";
import { noContact } from "#modules/site/rules/contact.ts";

import type { TestSandbox } from "./sandbox.ts";

/** The email of the user who is an operator once it is confirmed. */
export const testOperator = "olga@example.com";

/** Settings that tests can choose. */
export interface TestChoices {
  connection: PoolConfig;
  folder: string;
  sandbox: Pick<TestSandbox, "url" | "clientId" | "clientSecret">;
  role: Composition["role"];
  /** Origins that destinations may have besides the sandbox's. */
  trustedOrigins?: readonly string[];
  /** Folders in which creators may store videos. */
  publishFolders?: readonly string[];
  /** Null stores files in `folder`. */
  objectStore: S3Settings | null;
}

let search: ReturnType<typeof findFfmpeg> | undefined;

/** The programs don't change while tests run. */
const findFfmpegOnce: typeof findFfmpeg = (env) => (search ??= findFfmpeg(env));

export function testComposition({
  connection,
  folder,
  sandbox,
  role,
  objectStore,
  trustedOrigins = [],
  publishFolders = [],
}: TestChoices): Composition {
  return {
    connection,
    databaseConnections: 20,
    root: resolve(import.meta.dirname, "../.."),
    filesFolder: join(folder, "files"),
    objectStore,
    storageQuota: null,
    scratchFolder: join(folder, "scratch"),
    webFolder: null,
    appUrl: "http://localhost:3000",
    trustedProxies: 0,
    secret: "a secret of the tests, long enough to be one",
    secretFile: null,
    reviewWindowSeconds: 36_000,
    operatorEmails: [testOperator],
    ffmpegPath: null,
    findFfmpeg: findFfmpegOnce,
    settingsInForce: () => [],
    metrics: null,
    // Tests of the quota set it.
    youtubeQuota: { uploads: 1_000_000, units: 1_000_000, counts: 10_000, reports: 10_000 },
    platform: {
      addresses: sandboxAddresses(sandbox.url),
      clientId: sandbox.clientId,
      clientSecret: sandbox.clientSecret,
      sandbox: true,
    },
    destinations: {
      allowPrivate: false,
      trustedOrigins: [sandbox.url, ...trustedOrigins],
      folders: publishFolders,
    },
    identity: sandboxIdentity(sandbox.url),
    signIn: defaultSignInSettings,
    singleSignOn: null,
    googleLogin: true,
    mail: createMailbox({ sandboxUrl: sandbox.url, from: "Reelay <reelay@localhost>" }),
    push: createWebPush({ subject: "mailto:reelay@localhost", allowPrivateEndpoints: true }),
    contact: noContact,
    pictures: [],
    role,
    log: pino({ level: "silent" }),
  };
}
