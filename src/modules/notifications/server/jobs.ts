import type { JobWorker } from "#core/server/job.ts";

import { commentJobs } from "./comments/jobs.ts";
import type { NotificationsDependencies } from "./dependencies.ts";
import { emailJobs } from "./emails/jobs.ts";
import { messageJobs } from "./messages/jobs.ts";
import { pushJobs } from "./push/jobs.ts";

/** All background jobs of the module. */
export function notificationsJobs(dependencies: NotificationsDependencies): JobWorker[] {
  return [
    ...pushJobs(dependencies),
    ...commentJobs(dependencies),
    ...messageJobs(dependencies),
    ...emailJobs(dependencies),
  ];
}
