import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { AdvisoryLock } from "#adapters/postgres/advisory-lock.ts";
import type { PeerTube } from "#adapters/video-platform/peertube/peertube.ts";
import type { S3Buckets } from "#adapters/video-platform/s3/s3-buckets.ts";
import type { VideoPlatform } from "#adapters/video-platform/youtube/youtube.ts";
import type { NotifyClients, Read, Run } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";

import type { RetryPolicy } from "../rules/retry-policy.ts";

/** Takes the lock of a name for this process, or returns null while another one has it. */
export type TakeLock = (key: string) => Promise<AdvisoryLock | null>;

export interface Log {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

/** What publishing needs of the running application. */
export interface PublishingDependencies {
  run: Run;
  read: Read;
  keyring: Keyring;
  notifyClients: NotifyClients;
  storage: ObjectStorage;
  platform: VideoPlatform;
  peertube: PeerTube;
  s3: S3Buckets;
  /** Units of YouTube's quota that the server may use in a day. */
  youtubeQuota: number;
  lock: TakeLock;
  /** The app's own URL, without a trailing slash. */
  appUrl: string;
  /** Whether the platform is the local sandbox, which screens state. */
  sandbox: boolean;
  log: Log;
  /** How failures of the platform are retried; the default policy if omitted. */
  retryPolicy?: RetryPolicy;
}
