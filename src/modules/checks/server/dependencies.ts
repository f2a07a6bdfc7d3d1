import type { Read, Run } from "#core/server/context.ts";

/** Parts of the application that this module uses. */
export interface ChecksDependencies {
  run: Run;
  read: Read;
}
