import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** More bytes of a task's next version are stored. Sent every few seconds while it is being uploaded. */
export const versionUploadProgress = defineRealtimeMessage(
  "version_upload_progress",
  z.object({ taskId: z.number().int(), received: z.number().int(), bytes: z.number().int() }),
);
