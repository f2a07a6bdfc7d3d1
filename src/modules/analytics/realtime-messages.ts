import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Figures of a creator's videos were fetched. Sent to all who may see them. */
export const figuresChanged = defineRealtimeMessage("figures_changed", z.object({}));
