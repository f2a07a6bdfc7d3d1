import type { Role, TaskAbility } from "#core/permission.ts";
import type { NotificationKind, Visit } from "#modules/notifications/contract/inbox.ts";
import type { NotificationSettings, UnsubscribeScope } from "#modules/notifications/contract/settings.ts";

import { isVisited, type Link, linkLabel, linkPath } from "../links.ts";
import { approvalUndone } from "./approval-undone.ts";
import { approved } from "./approved.ts";
import { assigned } from "./assigned.ts";
import { changed } from "./changed.ts";
import { changesRequested } from "./changes-requested.ts";
import { comments, mention } from "./comments.ts";
import { connectionBroken } from "./connection-broken.ts";
import { dueSoon } from "./due-soon.ts";
import { editorLeft, taskDeclined } from "./editor-left.ts";
import { fileRejected } from "./file-rejected.ts";
import { filesArrived } from "./files-arrived.ts";
import { invitationAccepted } from "./invitation-accepted.ts";
import type { Kind, NotificationText, Reader } from "./kind.ts";
import { message } from "./message.ts";
import { publishFailed } from "./publish-failed.ts";
import { published } from "./published.ts";
import { ratingReceived } from "./rating-received.ts";
import { extensionRequested, readyToReview, windowClosing } from "./review-requests.ts";
import { teamInvitation } from "./team-invitation.ts";
import { uploadExpired } from "./upload-expired.ts";
import { versionWithdrawn } from "./version-withdrawn.ts";
import { windowEnded } from "./window-ended.ts";

/** All kinds, in the order of the settings. */
export const kinds: Readonly<Record<NotificationKind, Kind>> = {
  assigned,
  changed,
  due_soon: dueSoon,
  ready_to_review: readyToReview,
  window_closing: windowClosing,
  extension_requested: extensionRequested,
  window_ended: windowEnded,
  version_withdrawn: versionWithdrawn,
  changes_requested: changesRequested,
  approved,
  approval_undone: approvalUndone,
  file_rejected: fileRejected,
  upload_expired: uploadExpired,
  published,
  publish_failed: publishFailed,
  connection_broken: connectionBroken,
  rating_received: ratingReceived,
  files_arrived: filesArrived,
  comments,
  mention,
  message,
  team_invitation: teamInvitation,
  invitation_accepted: invitationAccepted,
  task_declined: taskDeclined,
  editor_left: editorLeft,
};
export const kindNames = Object.keys(kinds) as NotificationKind[];

/** A stored notification. */
interface StoredNotification {
  kind: NotificationKind;
  data: NotificationData;
  personId: number;
  senderId: number | null;
  taskId: number | null;
  version: number | null;
  destinationId: string | null;
  endedBy: string | null;
  createdAt: Date;
}

/** The data of a kind, or the texts of a notification from before there was data. `title` is the title of its subject. */
export type NotificationData = Record<string, unknown> & {
  title?: string;
  before?: NotificationText & { path: string };
};

/** The data that is stored of a notification. Throws if it doesn't fit the kind. */
export function storedData(
  {
    kind,
    data,
    taskId,
    version,
    destinationId,
  }: Pick<StoredNotification, "kind" | "data"> & Partial<StoredNotification>,
  writtenAt: Date,
): NotificationData {
  const columns = { taskId, version, destinationId, writtenAt };
  const entries = Object.entries(kinds[kind].data.parse({ ...data, ...columns }));
  return Object.fromEntries(entries.filter(([name]) => !(name in columns)));
}

/** The text and path of a notification, as its recipient reads it. */
export function presentKind(stored: StoredNotification, reader: Reader): NotificationText & { path: string } {
  const { kind, data, endedBy } = stored;
  const { title, description, path } = data.before ?? withPath(read(stored, reader), reader);
  const ending = endedBy === null ? undefined : kinds[kind].ends?.[endedBy];
  if (!ending) return { title, description, path };
  const byReader = stored.senderId === stored.personId ? (ending.byReader ?? "") : "";
  const text = ending.text.replace("{version}", String(stored.version)) + byReader;
  return { title: `${ending.title}: ${data.title}`, description: text, path };
}

/** Whether the recipient of a notification sees on a screen what it leads to. */
export function isReadAt(stored: StoredNotification, shown: Visit, reader: Reader): boolean {
  const { data, taskId, version } = stored;
  if (!data.before) return isVisited(read(stored, reader).link, shown);
  // Its screen is unknown.
  if (taskId === null) return false;
  return isVisited({ screen: shown.screen, taskId, ...(version !== null && { version }) }, shown);
}

/** The label of the button in the email of a notification, and the reason for the email, stated below it. */
export function emailTexts(stored: StoredNotification, reader: Reader): { button: string; reason: string } {
  const { button, reason = "of activity on one of your tasks on Reelay" } = kinds[stored.kind];
  return {
    button: button ?? (stored.data.before ? "Open Reelay" : linkLabel(read(stored, reader).link)),
    reason: `You received this email because ${reason}.`,
  };
}

/** Whether the data of a notification fits its kind. Otherwise, the name of the kind is shown with the title and a link to the task. */
export function isReadable(stored: StoredNotification, reader: Reader): boolean {
  return stored.data.before !== undefined || parsed(stored, reader) !== null;
}

function parsed(
  { kind, data, taskId, version, destinationId, createdAt }: StoredNotification,
  reader: Reader,
) {
  return kinds[kind].present({ ...data, taskId, version, destinationId, writtenAt: createdAt }, reader);
}

function read(stored: StoredNotification, reader: Reader): NotificationText & { link: Link } {
  const { kind, data, taskId } = stored;
  return (
    parsed(stored, reader) ?? {
      title: [kinds[kind].label, data.title].filter(Boolean).join(": "),
      description: "The details can't be shown.",
      link: taskId === null ? { screen: "tasks" } : { screen: "preview", taskId },
    }
  );
}

function withPath({ link, ...text }: NotificationText & { link: Link }, reader: Reader) {
  return { ...text, path: linkPath(link, reader) };
}

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

/** The kinds that a user can receive, by their role and their work in teams. */
export function kindsFor(role: Role, work: TeamWork): NotificationKind[] {
  return kindNames.filter((kind) => {
    const { roles, managersWith, contributors, managedCreators, approvers } = kinds[kind];
    return (
      roles.includes(role) ||
      (managersWith && work.abilities.includes(managersWith)) ||
      (contributors && work.contributes) ||
      (managedCreators && work.managersCreateTasks) ||
      (approvers && work.approvesWithOthers)
    );
  });
}

/** The kinds that an event ends. */
export function kindsEndedBy(event: string): NotificationKind[] {
  return kindNames.filter((kind) => kinds[kind].ends?.[event]);
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
