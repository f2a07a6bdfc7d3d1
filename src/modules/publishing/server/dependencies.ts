import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { AdvisoryLock } from "#adapters/postgres/advisory-lock.ts";
import type { Platform } from "#adapters/video-platform/platform.ts";
import type { NotifyClients, Read, Run } from "#core/server/context.ts";
import type { Keyring } from "#core/server/keyring.ts";
import type { QuotaLimits } from "#modules/publishing/rules/quota.ts";

import type { DestinationKind } from "../platforms/platforms.ts";
import type { RetryPolicy } from "../rules/retry-policy.ts";

/** Takes the lock of a name for this process, or returns null while another one has it. */
export type TakeLock = (key: string) => Promise<AdvisoryLock | null>;

/** The platform of each kind of destination. */
export type Platforms = Readonly<Record<DestinationKind, Platform>>;

export interface Log {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

/** Dependencies of publishing on the running application. */
export interface PublishingDependencies {
  run: Run;
  read: Read;
  keyring: Keyring;
  notifyClients: NotifyClients;
  storage: ObjectStorage;
  platforms: Platforms;
  /** Daily limits of YouTube's quotas. */
  youtubeQuota: QuotaLimits;
  lock: TakeLock;
  /** The app's own URL, without a trailing slash. */
  appUrl: string;
  /** Whether the local sandbox stands in for YouTube, which screens state. */
  sandbox: boolean;
  log: Log;
  /** Retry policy for failures of the platform; the default one if omitted. */
  retryPolicy?: Pick<RetryPolicy, "attempts" | "secondInMilliseconds">;
}
