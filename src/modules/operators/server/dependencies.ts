import type { JobInspection } from "#adapters/jobs/inspection.ts";
import type { Mail } from "#adapters/mail/mail.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Push } from "#adapters/push/push.ts";
import type { Run } from "#core/server/context.ts";
import type { StatisticsDependencies } from "#modules/publishing/server/public/publishing.ts";

import type { Overview } from "../contract/figures.ts";
import type { SettingInForce } from "../contract/settings.ts";

/** Health, version and migrations, as the process reports them. */
export type ServerStatus = Pick<Overview, "health" | "version" | "migrations">;

/** Dependencies of the module. */
export interface OperatorsDependencies extends Pick<StatisticsDependencies, "platforms" | "youtubeQuota"> {
  run: Run;
  storage: ObjectStorage;
  /** Null if the server sends no email. */
  mail: Mail | null;
  push: Push;
  /** The app's address, without a trailing slash. */
  appUrl: string;
  jobInspection: JobInspection;
  /** Health of the parts of this process, its version, and migrations. */
  serverStatus: () => Promise<ServerStatus>;
  settingsInForce: readonly SettingInForce[];
  /** Ends the realtime connections of a session. */
  endConnections: (sessionId: string) => void;
}
