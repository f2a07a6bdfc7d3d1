import type { BaseLogger } from "pino";

import type { VideoTools } from "#adapters/ffmpeg/video-tools.ts";
import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { AdvisoryLock } from "#adapters/postgres/advisory-lock.ts";
import type { AdmissionParts } from "#core/server/admit-requests.ts";
import type { Read, ReadContext, Run } from "#core/server/context.ts";
import type { JobStatusIn } from "#core/server/job.ts";
import type { Keyring } from "#core/server/keyring.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";

/** Whether a user may still read what belongs to `owner`; decided by the module of its kind. */
export type MayRead = (
  ctx: ReadContext,
  claims: { id: string; personId: number; owner: FileOwner },
) => Promise<boolean>;

/** Dependencies of the module's jobs. */
export interface MediaJobDependencies {
  run: Run;
  read: Read;
  /** Takes a named lock for this process, which ends with it, or returns null while another one has it. */
  lock: (key: string) => Promise<AdvisoryLock | null>;
  storage: ObjectStorage;
  jobStatus: JobStatusIn;
  tools: VideoTools;
  log: Pick<BaseLogger, "info" | "warn" | "error">;
  /** A local folder for temporary files of running jobs. */
  scratchFolder: string;
}

/** Dependencies of the module. */
export interface MediaDependencies extends MediaJobDependencies {
  identify: AdmissionParts["identify"];
  identifyGuest: AdmissionParts["identifyGuest"];
  /** The keyring that signs URLs. */
  keyring: Keyring;
  clock: () => Date;
  /** Whether a user may read a video or file, which the modules that own them decide. */
  mayRead: { video: MayRead; file: MayRead };
  /** Whether the guest of the context may read a video (`v`) or file (`f`). */
  mayGuestRead: (ctx: ReadContext, read: { kind: "v" | "f"; id: string }) => Promise<boolean>;
}
