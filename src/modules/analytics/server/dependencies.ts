import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { JobStatusIn } from "#core/server/job.ts";
import type { StatisticsDependencies } from "#modules/publishing/server/public/publishing.ts";

/** Dependencies of the module. */
export interface AnalyticsDependencies extends StatisticsDependencies {
  storage: ObjectStorage;
  jobStatus: JobStatusIn;
  log: { info: (fields: object, message: string) => void };
}
