import { invalidateOn } from "#core/web/realtime-invalidation.ts";
import { blockChanged, profileChanged } from "#modules/people/realtime-messages.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { teamChanged } from "#modules/team/realtime-messages.ts";

import { conversationChanged, messageChanged, readByOther } from "../realtime-messages.ts";
import { conversationKey, conversationsKey, sharedKey } from "./query-keys.ts";

/** The history is updated by `useThread`, which requests only what has changed. */
export const invalidations = [
  invalidateOn(messageChanged, ({ withId, message }) => [
    conversationsKey,
    [...conversationKey, withId],
    ...(message.event || message.images.length > 0 || message.deleted ? [[...sharedKey, withId]] : []),
  ]),
  // Its stage is in the list of shared tasks and on its card.
  invalidateOn(taskChanged, () => [sharedKey]),
  invalidateOn(conversationChanged, ({ withId }) => [conversationsKey, [...conversationKey, withId]]),
  invalidateOn(blockChanged, ({ personId }) => [conversationsKey, [...conversationKey, personId]]),
  // Members of a team write to each other without a request.
  invalidateOn(teamChanged, () => [conversationKey]),
  invalidateOn(readByOther, ({ withId }) => [[...conversationKey, withId]]),
  invalidateOn(profileChanged, () => [conversationsKey, conversationKey]),
];
