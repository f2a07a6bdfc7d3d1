import { previewPath } from "#core/paths.ts";
import type { MemberKind } from "#modules/team/rules.ts";

import type { NotificationContent } from "./content.ts";

/** For a user whom a creator has invited to their team. `path` leads to the answer. */
export function teamInvitationNotification({
  creator,
  kind,
  path,
}: {
  creator: string;
  kind: MemberKind;
  path: string;
}): NotificationContent {
  return {
    kind: "team_invitation",
    title: `${creator} invites you to their team`,
    description:
      kind === "manager"
        ? "You would manage their videos with the rights that they give you. Accept or decline in Settings within 7 days."
        : "You would be one of their editors. Accept or decline in Settings within 7 days.",
    path,
  };
}

/** For a user who was added to a task as a contributor. */
export function contributionNotification(
  task: { id: number; taskTitle: string },
  label: string,
): NotificationContent {
  return {
    kind: "assigned",
    title: `New contribution: ${task.taskTitle}`,
    description: `${label}. Open the task to read the brief.`,
    path: previewPath(task.id),
  };
}
