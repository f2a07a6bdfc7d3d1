import { z } from "zod";

import { defineEvent } from "#core/event.ts";

/** A member joined a creator's team, got other rights, or was removed from it. */
export const teamMemberChanged = defineEvent(
  "team.member_changed",
  z.object({ creatorId: z.number(), personId: z.number(), removed: z.boolean() }),
);
