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
