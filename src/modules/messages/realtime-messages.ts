import { z } from "zod";

import { defineRealtimeMessage } from "#core/event.ts";

import { message } from "./contract/messages.ts";

const withId = z.number().int();

/** A message was sent, edited or deleted in the conversation with `withId`. */
export const messageChanged = defineRealtimeMessage("message_changed", z.object({ withId, message }));
/** The other user has read up to a sequence. */
export const readByOther = defineRealtimeMessage("messages_read", z.object({ withId, sequence: z.number() }));
/** The conversation with `withId` was accepted, blocked, unblocked, or read in another tab. */
export const conversationChanged = defineRealtimeMessage("conversation_changed", z.object({ withId }));
/** The user `withId` is typing a message to the recipient. */
export const typing = defineRealtimeMessage("typing", z.object({ withId }));
