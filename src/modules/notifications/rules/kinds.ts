import type { Role, TaskAbility } from "#core/permission.ts";

import type { NotificationKind } from "../contract.ts";
import type { NotificationSettings, UnsubscribeScope } from "../contract/settings.ts";

interface KindInfo {
  /** Name of the kind in settings and unsubscribe links. */
  label: string;
  roles: readonly Role[];
  /** The ability with which a manager can act on it and is notified besides the creator. */
  managersWith?: TaskAbility;
  /** Whether contributors of a task are notified of it. */
  contributors?: true;
  /** Whether creators are notified of it where a manager acts for them. */
  managedCreators?: true;
  /** Whether creators and approvers are notified of it where several people approve. */
  approvers?: true;
}

const editor = ["EDITOR"] as const;
const creator = ["YOUTUBER"] as const;
const both = ["YOUTUBER", "EDITOR"] as const;

const kinds: Record<NotificationKind, KindInfo> = {
  assigned: { label: "New tasks", roles: editor, contributors: true, managedCreators: true },
  changed: { label: "Changed, reassigned or cancelled tasks", roles: editor },
  due_soon: { label: "Deadline reminders", roles: editor },
  ready_to_review: { label: "Versions ready to review", roles: creator, managersWith: "decide" },
  window_closing: { label: "Reviews that end soon", roles: creator, managersWith: "decide" },
  extension_requested: { label: "Requests to extend a review", roles: creator, managersWith: "decide" },
  window_ended: { label: "Reviews that ended", roles: both, managersWith: "decide" },
  changes_requested: { label: "Requested changes", roles: editor },
  approved: { label: "Approved versions", roles: editor, approvers: true },
  approval_undone: { label: "Approvals that were undone", roles: editor },
  file_rejected: { label: "Files that can't be used", roles: editor },
  upload_expired: { label: "Expired uploads", roles: editor },
  published: { label: "Published videos", roles: both, managersWith: "publish" },
  publish_failed: { label: "Publishing problems", roles: creator, managersWith: "publish" },
  connection_broken: { label: "Broken connections", roles: creator },
  rating_received: { label: "Ratings", roles: editor },
  comments: { label: "Comments and replies", roles: both },
  mention: { label: "Mentions in comments", roles: both },
  message: { label: "Messages you haven't seen", roles: both },
  team_invitation: { label: "Invitations to teams", roles: both },
  invitation_accepted: { label: "Accepted invitations", roles: both },
  task_declined: { label: "Declined tasks", roles: creator, managersWith: "edit" },
  editor_left: { label: "Editors who deleted their account", roles: creator, managersWith: "edit" },
};

/** The relations of a user to tasks of others, besides those of their role. */
export interface TeamWork {
  /** Abilities as a manager, of all channels together. */
  abilities: readonly TaskAbility[];
  contributes: boolean;
  /** Whether managers create tasks for them. */
  managersCreateTasks: boolean;
  /** Whether they approve with others, or others have to approve for them. */
  approvesWithOthers: boolean;
}

/** The kinds that a user can receive, by their role and their work in teams; all kinds without a role. */
export function kindsFor(role: Role, work: TeamWork): NotificationKind[] {
  return (Object.keys(kinds) as NotificationKind[]).filter((kind) => {
    const { roles, managersWith, contributors, managedCreators, approvers } = kinds[kind];
    return (
      role === "NORMAL" ||
      roles.includes(role) ||
      (managersWith && work.abilities.includes(managersWith)) ||
      (contributors && work.contributes) ||
      (managedCreators && work.managersCreateTasks) ||
      (approvers && work.approvesWithOthers)
    );
  });
}

/** The ability with which managers are notified of a kind besides the creator; null if they aren't. */
export function managersAbility(kind: NotificationKind): TaskAbility | null {
  return kinds[kind].managersWith ?? null;
}

/** The name of a kind in the settings. */
export function kindLabel(kind: NotificationKind): string {
  return kinds[kind].label;
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
