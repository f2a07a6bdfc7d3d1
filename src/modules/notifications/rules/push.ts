import { notificationsPath } from "#core/paths.ts";
import type { Role } from "#core/permission.ts";

import { maxUnread, type Notification } from "../contract/inbox.ts";

/** The data of a push message, as the service worker shows it. */
export interface PushPayload {
  /** The notification; null for a message about all unread ones. */
  id: number | null;
  title: string;
  body: string;
  /** Path inside the app that the notification links to. */
  path: string;
  /** Unread notifications and messages, for the badge on the app's icon. */
  unread: number;
}

/** Characters that push notifications show, and far below the 3000 bytes that push services accept. */
const maxTitleLength = 150;
const maxBodyLength = 300;

export function pushPayload(
  { id, title, description, path }: Pick<Notification, "id" | "title" | "description" | "path">,
  unread: number,
): PushPayload {
  return { id, title: cut(title, maxTitleLength), body: cut(description, maxBodyLength), path, unread };
}

/** A message about all unread notifications; `count` is at most `maxUnread`. */
export function mergedPushPayload(
  latest: Pick<Notification, "title">,
  { count, unread, role }: { count: number; unread: number; role: Role },
): PushPayload {
  const number = count < maxUnread ? String(count) : `${maxUnread - 1}+`;
  return {
    id: null,
    title: `${number} unread ${count === 1 ? "notification" : "notifications"}`,
    body: cut(`Latest: ${latest.title}`, maxBodyLength),
    path: notificationsPath(role),
    unread,
  };
}

function cut(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}
