import { on, type EventHandler } from "#core/server/context.ts";
import { cardsOf } from "#modules/people/server/actions.ts";
import { invitationAccepted } from "#modules/sign-in/contract/invitations.ts";

import { notify } from "./actions.ts";

/** Notifies inviters of accepted invitations. */
export function invitationNotificationHandlers(): EventHandler[] {
  return [
    on(invitationAccepted, async (ctx, { invitationId, personId, inviterId, purpose, subject }) => {
      if (inviterId === null) return;
      const person = (await cardsOf(ctx, [personId])).get(personId);
      if (!person) return;
      const data = { purpose, subject, name: person.name };
      const sent = { personId: inviterId, senderId: personId, invitationId };
      await notify(ctx, { ...sent, kind: "invitation_accepted", data });
    }),
  ];
}
