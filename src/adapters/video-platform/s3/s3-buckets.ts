import { AdapterError } from "#core/adapter-error.ts";

import { authorized } from "../api-client.ts";
import type { Chunk } from "../chunk-transfer.ts";
import { type Channel, unchangedTokens } from "../connection.ts";
import { defaultTimeouts, type PlatformLog, type Timeouts } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Login, LoginFields, LoginForm, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import { storedVideoCalls } from "../stored-videos.ts";
import { type AddressRules, typedOrigin } from "../typed-address.ts";
import type { SessionRequest } from "../upload.ts";
import type { BucketClient } from "./bucket-client.ts";
import {
  bucketName,
  bucketLogin,
  bucketSettings,
  type BucketSettings,
  parseFolder,
  keysToken,
} from "./settings.ts";
import { discardSession, discardUnstored, openSession, sendChunk, sessionStatus } from "./upload.ts";

/** Buckets of stores with the API of Amazon S3, whose addresses users type. */
export interface S3Buckets extends Platform {
  form: LoginForm;
}

const mebibyte = 1024 * 1024;
const defaultPartBytes = 64 * mebibyte;

export function createS3Buckets(parts: {
  log: PlatformLog;
  rules: AddressRules;
  timeouts?: Partial<Timeouts>;
  /** Bytes of each part but a file's last; stores require at least 5 MiB. */
  partBytes?: number;
}): S3Buckets {
  const { log, rules, partBytes = defaultPartBytes } = parts;
  const timeouts = { ...defaultTimeouts, ...parts.timeouts };
  // The library for S3 is loaded with the first call: few servers have buckets, and its imports slow every start down.
  const startClients = async () => {
    const { createBucketClients } = await import("./bucket-client.ts");
    return createBucketClients({ log, timeouts, rules });
  };
  let clients: ReturnType<typeof startClients> | null = null;
  const open = async (settings: BucketSettings, token: string) => {
    clients ??= startClients();
    return (await clients).clientFor(settings, token);
  };
  return {
    name: "The S3 bucket",
    form: { connectionName: ({ bucket = "" }) => bucketName({ bucket }), logIn: connectBucket },
    connect: (text) => {
      if (text === null) throw platformError("reconnect_needed", "S3");
      const settings = bucketSettings.parse(JSON.parse(text));
      return createBucketPlatform(settings, (access) => open(settings, access), partBytes);
    },
    close: async () => (await clients)?.close(),
  };

  /**
   * Checks that the keys can write, list and delete in the bucket. Throws `address_refused`, `not_s3`, `keys_refused`,
   * `bucket_not_found`, `bucket_forbidden` and `wrong_region`.
   */
  async function connectBucket(fields: LoginFields): Promise<Login> {
    const { endpoint, region, bucket, folder, ...keys } = bucketLogin.parse(fields);
    const origin = typedOrigin(endpoint, rules, "S3");
    const settings: BucketSettings = { origin, region, bucket, folder: parseFolder(folder) };
    const tokens = unchangedTokens(keysToken(keys));
    const client = await open(settings, tokens.accessToken);
    try {
      await checkWriting(client);
      const channel = await readBucket(client);
      return { tokens, channels: [{ name: channel.id, channel, settings: JSON.stringify(settings) }] };
    } catch (error) {
      throw connectionError(error, bucketName(settings));
    }
  }
}

function createBucketPlatform(
  settings: BucketSettings,
  open: (access: string) => Promise<BucketClient>,
  partBytes: number,
): PublishingPlatform {
  const size = { partBytes };
  return {
    name: bucketName(settings),
    // A bucket has no page for viewers.
    watchUrl: () => null,
    refresh: async (refreshToken) => {
      await readBucket(await open(refreshToken)).catch((error: unknown) => {
        throw isRefused(error) ? platformError("reconnect_needed", bucketName(settings)) : error;
      });
      return unchangedTokens(refreshToken);
    },
    // Keys can only be deleted at the store.
    revoke: async () => undefined,
    chunkBytes: partBytes,
    maxChunkBytes: partBytes,
    chunkUnit: partBytes,
    ...authorized(open, {
      channel: readBucket,
      openSession: (own: BucketClient, request: SessionRequest) => openSession(own, request, size),
      sessionStatus: (own: BucketClient, session: { sessionUri: string; bytes: number }) =>
        sessionStatus(own, session, size),
      sendChunk: (own: BucketClient, chunk: Chunk) => sendChunk(own, chunk, size),
      discardSession,
      discardUnstored,
      ...storedVideoCalls,
    }),
    captionKey: ({ language, name }) => `${language} ${name}`,
  };
}

/** The bucket as a channel. Lists one object of its folder, which shows whether the store accepts the keys. */
async function readBucket({ s3, settings, call }: BucketClient): Promise<Channel> {
  const { origin, bucket, folder } = settings;
  await call("channel", s3.listObjectsV2({ Bucket: bucket, Prefix: folder, MaxKeys: 1 }));
  const path = `${bucket}/${folder}`.replace(/\/$/, "");
  const id = `${new URL(origin).host}/${path}`;
  return { id, title: path, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
}

/** Writes and deletes an object in the folder. */
async function checkWriting({ s3, settings, call }: BucketClient): Promise<void> {
  const check = { Bucket: settings.bucket, Key: `${settings.folder}reelay-connection-check.txt` };
  const Body = "Reelay checks here whether it can store files.\n";
  await call("channel", s3.putObject({ ...check, Body }));
  await call("channel", s3.deleteObject(check));
}

function isRefused(error: unknown): boolean {
  return error instanceof AdapterError && error.code === "access_expired";
}

/** While a bucket is connected, refused keys are wrong, and what no store answers comes from something else. */
function connectionError(error: unknown, name: string): unknown {
  if (!(error instanceof AdapterError)) return error;
  if (error.code === "access_expired") return platformError("keys_refused", name);
  if (error.code === "refused" || error.code === "video_not_found") return platformError("not_s3", name);
  return error;
}
