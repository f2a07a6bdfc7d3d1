import type { Run } from "#core/server/context.ts";
import type { SpaceDependencies } from "#modules/media/server/actions.ts";

/** Dependencies of the module. */
export interface ReviewDependencies extends SpaceDependencies {
  run: Run;
}
