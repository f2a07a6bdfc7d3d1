import { on, type EventHandler } from "#core/server/context.ts";
import { cardsOf } from "#modules/people/server/actions.ts";
import { invitationAccepted } from "#modules/sign-in/contract/invitations.ts";

import { acceptedInvitationNotification } from "../rules/invitations.ts";
import { notify } from "./actions.ts";

/** Notifies inviters of accepted invitations. */
export function invitationNotificationHandlers(): EventHandler[] {
  return [
    on(invitationAccepted, async (ctx, { invitationId, personId, inviterId, purpose, subject }) => {
      if (inviterId === null) return;
      const cards = await cardsOf(ctx, [inviterId, personId]);
      const [inviter, person] = [cards.get(inviterId), cards.get(personId)];
      if (!inviter || !person) return;
      const draft = acceptedInvitationNotification({ purpose, subject, name: person.name, inviter });
      await notify(ctx, { personId: inviterId, senderId: personId, invitationId, draft });
    }),
  ];
}
