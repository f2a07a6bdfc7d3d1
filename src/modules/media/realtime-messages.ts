import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Preparation has progressed; players refetch. Sent to the uploader, and by later modules to those who may watch. */
export const videoChanged = defineRealtimeMessage("video_changed", z.object({ videoId: z.uuid() }));
