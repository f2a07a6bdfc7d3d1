import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** Members or invitations of a team have changed. Sent to the creator, and to the member or invited user. */
export const teamChanged = defineRealtimeMessage("team_changed", z.object({ creatorId: z.number() }));
