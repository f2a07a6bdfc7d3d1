import type { BaseLogger } from "pino";

import type { Mail } from "#adapters/mail/mail.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Push } from "#adapters/push/push.ts";
import type { Read, Run } from "#core/server/context.ts";

/** Dependencies of the module. */
export interface NotificationsDependencies {
  run: Run;
  read: Read;
  /** Null if the server sends no email. */
  mail: Pick<Mail, "send"> | null;
  push: Push;
  /** The store of the pictures in emails. */
  storage: Pick<ObjectStorage, "read" | "stat">;
  /** The app's public URL, without a trailing slash. */
  appUrl: string;
  log: Pick<BaseLogger, "warn">;
}
