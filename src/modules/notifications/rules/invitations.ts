import { adminPath, settingsPath, tasksPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";
import type { InvitationPurpose } from "#modules/sign-in/rules/invitations.ts";

import type { NotificationContent } from "./content.ts";

interface AcceptedInvitation {
  purpose: InvitationPurpose;
  /** The tasks that it was for. */
  subject: string | null;
  /** Name of the user who has accepted it. */
  name: string;
  inviter: { role: Role };
}

/** For the user who has invited another one. Inviters who are not creators are operators. */
export function acceptedInvitationNotification(accepted: AcceptedInvitation): NotificationContent {
  const { name, inviter } = accepted;
  return {
    kind: "invitation_accepted",
    title: `${name} accepted your invitation`,
    description: outcomeOf(accepted),
    path: inviter.role === "YOUTUBER" ? pathOf(accepted) : adminPath("invitations"),
  };
}

function outcomeOf({ purpose, subject, name }: AcceptedInvitation): string {
  if (purpose === "team") return `${name} is now a member of your team.`;
  return purpose === "task" && subject !== null
    ? `${name} is now the editor of “${subject}” and can upload the first version.`
    : `${name} can now be assigned to tasks and receive messages.`;
}

function pathOf({ purpose }: AcceptedInvitation): string {
  return purpose === "task" ? tasksPath("YOUTUBER") : settingsPath("YOUTUBER");
}
