import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";

import { AdapterError } from "#core/adapter-error.ts";

import type { Tokens } from "../authorization.ts";
import type { Channel } from "../channel.ts";
import type { PlatformLog, Timeouts } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import { type AddressRules, typedOrigin } from "../typed-address.ts";
import { type BucketClient, bucketName, createBucketClients } from "./bucket-client.ts";
import { type BucketKeys, bucketSettings, type BucketSettings, folderOf, tokenOf } from "./settings.ts";
import { discardSession, findUpload, openSession, sendChunk, sessionStatus } from "./upload.ts";
import { addCaption, deleteVideo, readVideo, setThumbnail, updateVideo } from "./video.ts";

/** What a user types to connect a bucket. */
export interface BucketLogin extends BucketKeys {
  /** The store's address, with or without scheme. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Where videos are stored in the bucket; empty for its top. */
  folder: string;
}

/** Buckets of stores with the API of Amazon S3, whose addresses users type. */
export interface S3Buckets {
  /**
   * Checks that the keys can write, list and delete in the bucket. `settings` is what `bucket` needs: store it encrypted.
   * Throws `address_refused`, `not_s3`, `keys_refused`, `bucket_not_found`, `bucket_forbidden` and `wrong_region`.
   */
  connect: (login: BucketLogin) => Promise<{ tokens: Tokens; channel: Channel; settings: string }>;
  /** The name of a bucket in messages to users. */
  nameOf: (login: Pick<BucketLogin, "bucket">) => string;
  /** The platform of a connected bucket. */
  bucket: (settings: string) => PublishingPlatform;
  /** Closes the connections. */
  close: () => Promise<void>;
}

const mebibyte = 1024 * 1024;
const defaultPartBytes = 64 * mebibyte;
const defaultTimeouts: Timeouts = { responseSeconds: 60, stallSeconds: 120 };

export function createS3Buckets(parts: {
  log: PlatformLog;
  rules: AddressRules;
  timeouts?: Partial<Timeouts>;
  /** Bytes of each part but a file's last; stores require at least 5 MiB. */
  partBytes?: number;
}): S3Buckets {
  const { log, rules, partBytes = defaultPartBytes } = parts;
  const timeouts = { ...defaultTimeouts, ...parts.timeouts };
  const { clientOf, close } = createBucketClients({ log, timeouts, rules });
  return {
    connect: async ({ endpoint, region, bucket, folder, ...keys }) => {
      const origin = typedOrigin(endpoint, rules, "S3");
      const settings: BucketSettings = { origin, region, bucket, folder: folderOf(folder) };
      const tokens = tokensOf(keys);
      const channel = await checkAccess(clientOf(settings, tokens.accessToken)).catch((error: unknown) => {
        throw connectionError(error, bucketName(settings));
      });
      return { tokens, channel, settings: JSON.stringify(settings) };
    },
    nameOf: bucketName,
    bucket: (text) => {
      const settings = bucketSettings.parse(JSON.parse(text));
      return createBucketPlatform(settings, (access) => clientOf(settings, access), partBytes);
    },
    close,
  };
}

function createBucketPlatform(
  settings: BucketSettings,
  open: (access: string) => BucketClient,
  partBytes: number,
): PublishingPlatform {
  const size = { partBytes };
  return {
    name: bucketName(settings),
    // A bucket has no page for viewers.
    watchUrl: () => null,
    refresh: async (refreshToken) => {
      await listOne(open(refreshToken)).catch((error: unknown) => {
        throw isRefused(error) ? platformError("reconnect_needed", bucketName(settings)) : error;
      });
      return tokensFrom(refreshToken);
    },
    // Keys can only be deleted at the store.
    revoke: async () => undefined,
    channel: (access) => checkAccess(open(access)),
    openSession: (access, request) => openSession(open(access), request, size),
    sessionStatus: (access, session) => sessionStatus(open(access), session, size),
    ...{ chunkBytes: partBytes, largestChunkBytes: partBytes, chunkUnit: partBytes },
    sendChunk: (access, chunk) => sendChunk(open(access), chunk, size),
    discardSession: (access, sessionUri) => discardSession(open(access), sessionUri),
    findUpload: (access, lost) => findUpload(open(access), lost),
    setThumbnail: (access, videoId, thumbnail) => setThumbnail(open(access), videoId, thumbnail),
    updateVideo: (access, videoId, change) => updateVideo(open(access), videoId, change),
    video: (access, videoId) => readVideo(open(access), videoId),
    addCaption: (access, videoId, track) => addCaption(open(access), videoId, track),
    captionKey: ({ language, name }) => `${language} ${name}`,
    deleteVideo: (access, videoId) => deleteVideo(open(access), videoId),
  };
}

/** The keys are both tokens. They are asked for once an hour whether the store still accepts them. */
function tokensOf(keys: BucketKeys): Tokens {
  return tokensFrom(tokenOf(keys));
}

const checkedForMilliseconds = 60 * 60 * 1000;

function tokensFrom(token: string): Tokens {
  const expiresAt = new Date(Date.now() + checkedForMilliseconds);
  return { accessToken: token, refreshToken: token, expiresAt, scopes: [] };
}

async function listOne({ s3, settings, call }: BucketClient): Promise<void> {
  const list = new ListObjectsV2Command({ Bucket: settings.bucket, Prefix: settings.folder, MaxKeys: 1 });
  await call("channel", s3.send(list));
}

/** Writes, lists and deletes an object, and returns the bucket as a channel. */
async function checkAccess(client: BucketClient): Promise<Channel> {
  const { s3, settings, call } = client;
  const { origin, bucket: Bucket, folder } = settings;
  const Key = `${folder}reelay-connection-check.txt`;
  const Body = "Reelay checks here whether it can store files.\n";
  await call("channel", s3.send(new PutObjectCommand({ Bucket, Key, Body })));
  await listOne(client);
  await call("channel", s3.send(new DeleteObjectCommand({ Bucket, Key })));
  const path = `${Bucket}/${folder}`.replace(/\/$/, "");
  const id = `${new URL(origin).host}/${path}`;
  return { id, title: path, pictureUrl: null, longUploads: null, uploadsPlaylistId: null };
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
