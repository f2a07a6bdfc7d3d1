import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { conversationChanged, messageChanged } from "#modules/messages/realtime-messages.ts";
import { blockChanged } from "#modules/people/realtime-messages.ts";
import { ratingChanged } from "#modules/profiles/realtime-messages.ts";
import { destinationsChanged } from "#modules/publishing/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { notificationsRead, notified } from "../realtime-messages.ts";
import { allNotificationsKey, notificationsKey, settingsKey, unreadKey } from "./query-keys.ts";

export const invalidations = [
  invalidateOn(notified, () => [notificationsKey]),
  // Without the list of unread ones: what was just read would disappear under the pointer.
  invalidateOn(notificationsRead, () => [unreadKey, allNotificationsKey]),
  // A decision on a version resolves the requests to review it.
  invalidateOn(taskChanged, () => [notificationsKey]),
  // Disconnecting a destination deletes the notifications about it, reconnecting resolves them.
  invalidateOn(destinationsChanged, () => [notificationsKey]),
  invalidateOn(ratingChanged, () => [notificationsKey]),
  // A manager receives other kinds.
  invalidateOn(teamChanged, () => [settingsKey]),
  invalidateOn(messageChanged, () => [unreadKey]),
  invalidateOn(conversationChanged, () => [unreadKey]),
  invalidateOn(blockChanged, () => [unreadKey]),
];
