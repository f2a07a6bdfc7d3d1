import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Read, Run } from "#core/server/context.ts";

/** Parts of the application that this module uses. */
export interface FootageDependencies {
  run: Run;
  read: Read;
  storage: ObjectStorage;
}
