import type { DatabaseSync } from "node:sqlite";

import type { Failures } from "./control/failures.ts";
import type { Consents } from "./identity/consents.ts";
import type { SandboxSettings } from "./settings.ts";
import type { Lives } from "./statistics/life.ts";
import type { Folders } from "./storage/files.ts";

/** Dependencies of all parts of the sandbox. */
export interface Sandbox {
  settings: SandboxSettings;
  /** The origin that clients use, without a trailing slash. */
  url: string;
  db: DatabaseSync;
  folders: Folders;
  consents: Consents;
  failures: Failures;
  lives: Lives;
  /** Logs an internal error. */
  logFailure: (error: unknown) => void;
}
