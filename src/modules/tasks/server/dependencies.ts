import type { Run } from "#core/server/context.ts";

/** Dependencies of the module. */
export interface TasksDependencies {
  run: Run;
}
