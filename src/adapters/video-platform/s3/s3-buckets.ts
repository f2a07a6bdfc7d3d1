import { AdapterError } from "#core/adapter-error.ts";

import { unchangedTokens } from "../connection.ts";
import { defaultTimeouts, type PlatformLog, type Timeouts } from "../http.ts";
import { platformError } from "../platform-error.ts";
import type { Login, LoginFields, LoginForm, Platform } from "../platform.ts";
import type { PublishingPlatform } from "../publishing-platform.ts";
import { type AddressRules, typedOrigin } from "../typed-address.ts";
import type { BucketClient } from "./bucket-client.ts";
import {
  bucketName,
  bucketLogin,
  bucketSettings,
  type BucketSettings,
  folderOf,
  tokenOf,
} from "./settings.ts";

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
  const startClients = async () => (await loadClient()).createBucketClients({ log, timeouts, rules });
  let clients: ReturnType<typeof startClients> | null = null;
  const open = async (settings: BucketSettings, token: string) => {
    clients ??= startClients();
    return (await clients).clientOf(settings, token);
  };
  return {
    name: "The S3 bucket",
    form: { nameOf: ({ bucket = "" }) => bucketName({ bucket }), logIn: connectBucket },
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
    const settings: BucketSettings = { origin, region, bucket, folder: folderOf(folder) };
    const tokens = unchangedTokens(tokenOf(keys));
    const client = await open(settings, tokens.accessToken);
    const { checkWriting, readBucket } = await loadCheck();
    try {
      await checkWriting(client);
      const channel = await readBucket(client);
      return { tokens, channels: [{ name: channel.id, channel, settings: JSON.stringify(settings) }] };
    } catch (error) {
      throw connectionError(error, bucketName(settings));
    }
  }
}

// The library for S3 is loaded with the first call: few servers have buckets, and its imports slow every start down.
const loadClient = () => import("./bucket-client.ts");
const loadCheck = () => import("./access-check.ts");
const loadUpload = () => import("./upload.ts");
const loadVideo = () => import("./video.ts");

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
      const { readBucket } = await loadCheck();
      await readBucket(await open(refreshToken)).catch((error: unknown) => {
        throw isRefused(error) ? platformError("reconnect_needed", bucketName(settings)) : error;
      });
      return unchangedTokens(refreshToken);
    },
    // Keys can only be deleted at the store.
    revoke: async () => undefined,
    channel: async (access) => (await loadCheck()).readBucket(await open(access)),
    openSession: async (access, request) =>
      (await loadUpload()).openSession(await open(access), request, size),
    sessionStatus: async (access, session) =>
      (await loadUpload()).sessionStatus(await open(access), session, size),
    ...{ chunkBytes: partBytes, maxChunkBytes: partBytes, chunkUnit: partBytes },
    sendChunk: async (access, chunk) => (await loadUpload()).sendChunk(await open(access), chunk, size),
    discardSession: async (access, sessionUri) =>
      (await loadUpload()).discardSession(await open(access), sessionUri),
    discardUnstored: async (access, unstored) =>
      (await loadUpload()).discardUnstored(await open(access), unstored),
    findUpload: async (access, lost) => (await loadUpload()).findUpload(await open(access), lost),
    setThumbnail: async (access, videoId, thumbnail) =>
      (await loadVideo()).setThumbnail(await open(access), videoId, thumbnail),
    updateVideo: async (access, videoId, change) =>
      (await loadVideo()).updateVideo(await open(access), videoId, change),
    video: async (access, videoId) => (await loadVideo()).readVideo(await open(access), videoId),
    addCaption: async (access, videoId, track) =>
      (await loadVideo()).addCaption(await open(access), videoId, track),
    captionKey: ({ language, name }) => `${language} ${name}`,
    deleteVideo: async (access, videoId) => (await loadVideo()).deleteVideo(await open(access), videoId),
  };
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
