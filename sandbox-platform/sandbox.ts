import type { DatabaseSync } from "node:sqlite";

import type { Failures } from "./control/failures.ts";
import type { Consents } from "./identity/consents.ts";
import type { SandboxSettings } from "./settings.ts";
import type { Folders } from "./storage/files.ts";

/** What every part of the sandbox is given. */
export interface Sandbox {
  settings: SandboxSettings;
  /** The origin that clients use, without a slash at the end. */
  url: string;
  db: DatabaseSync;
  folders: Folders;
  consents: Consents;
  defineErrors: Failures;
  /** Writes what went wrong inside to the log. */
  logFailure: (error: unknown) => void;
}
