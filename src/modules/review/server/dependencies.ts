import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";

/** Dependencies of the module. */
export interface ReviewDependencies {
  run: Run;
  storage: ObjectStorage;
}
