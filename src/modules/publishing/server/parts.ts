import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { AdvisoryLock } from "#adapters/postgres/lock.ts";
import type { VideoPlatform } from "#adapters/video-platform/platform.ts";
import type { Run } from "#core/server/context.ts";

import type { Patience } from "../rules/piece-size.ts";

/** Takes the lock of a name for this process, or null while anybody else holds it. */
export type TakeLock = (key: string) => Promise<AdvisoryLock | null>;

export interface Log {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
}

/** What publishing is made of; `app/server/compose` passes it. */
export interface PublishingParts {
  run: Run;
  storage: ObjectStorage;
  platform: VideoPlatform;
  lock: TakeLock;
  /** The app's own address, without a slash at its end. */
  appUrl: string;
  /** The platform is the local stand-in; screens say so. */
  sandbox: boolean;
  log: Log;
  /** How long a failing platform is waited for; the usual patience when left out. */
  patience?: Patience;
}
