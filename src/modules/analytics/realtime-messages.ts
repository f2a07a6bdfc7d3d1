import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Figures of a creator's videos were fetched, or are shared or not shared any more. Sent to all whose pages may show them. */
export const figuresChanged = defineRealtimeMessage("figures_changed", z.object({}));
