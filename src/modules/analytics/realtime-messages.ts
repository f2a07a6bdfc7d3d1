import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Figures of a creator's videos were fetched. */
export const figuresChanged = defineRealtimeMessage("figures_changed", z.object({}));
