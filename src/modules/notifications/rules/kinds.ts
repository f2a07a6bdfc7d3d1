import type { Role } from "#core/permission.ts";

import type { NotificationKind } from "../contract.ts";
import type { NotificationSettings, UnsubscribeScope } from "../contract/settings.ts";

interface KindInfo {
  /** Name of the kind in settings and unsubscribe links. */
  label: string;
  roles: readonly Role[];
}

const editor = ["EDITOR"] as const;
const creator = ["YOUTUBER"] as const;
const both = ["YOUTUBER", "EDITOR"] as const;

const kinds: Record<NotificationKind, KindInfo> = {
  assigned: { label: "New tasks", roles: both },
  changed: { label: "Changed, reassigned or cancelled tasks", roles: editor },
  due_soon: { label: "Deadline reminders", roles: editor },
  ready_to_review: { label: "Versions ready to review", roles: creator },
  window_closing: { label: "Reviews that end soon", roles: creator },
  extension_requested: { label: "Requests to extend a review", roles: creator },
  window_ended: { label: "Reviews that ended", roles: both },
  changes_requested: { label: "Requested changes", roles: editor },
  approved: { label: "Approved versions", roles: editor },
  approval_undone: { label: "Approvals that were undone", roles: editor },
  file_rejected: { label: "Files that can't be used", roles: editor },
  upload_expired: { label: "Expired uploads", roles: editor },
  published: { label: "Published videos", roles: both },
  publish_failed: { label: "Publishing problems", roles: creator },
  connection_broken: { label: "Broken connections", roles: creator },
  rating_received: { label: "Ratings", roles: editor },
  comments: { label: "Comments and replies", roles: both },
  mention: { label: "Mentions in comments", roles: both },
  message: { label: "Messages you haven't seen", roles: both },
  team_invitation: { label: "Invitations to teams", roles: both },
  invitation_accepted: { label: "Accepted invitations", roles: both },
  task_declined: { label: "Declined tasks", roles: creator },
  editor_left: { label: "Editors who deleted their account", roles: creator },
};

/** The kinds that users of a role can receive, with their labels; all kinds without a role. */
export function kindsOf(role: Role): { kind: NotificationKind; label: string }[] {
  return (Object.keys(kinds) as NotificationKind[])
    .filter((kind) => role === "NORMAL" || kinds[kind].roles.includes(role))
    .map((kind) => ({ kind, label: kinds[kind].label }));
}

/** The scope of an unsubscribe link in words, such as "Emails about: New tasks". */
export function scopeLabel(scope: UnsubscribeScope): string {
  return scope === "all" ? "All notification emails" : `Emails about: ${kinds[scope].label}`;
}

/** Whether a kind is sent to the user's browsers. */
export function sendsPush(settings: NotificationSettings, kind: NotificationKind): boolean {
  return settings.push && !settings.pushOff.includes(kind);
}

/** Whether a kind is sent by email. */
export function sendsEmail(settings: NotificationSettings, kind: NotificationKind): boolean {
  return settings.email && !settings.emailOff.includes(kind);
}
