import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

/** An invitation of the user was created, accepted or revoked. Sent to the inviter. */
export const invitationsChanged = defineRealtimeMessage("invitations_changed", z.object({}));
