import type { Recipient } from "#core/server/context.ts";

import type { Realtime } from "./realtime.ts";

/** A realtime message as a browser receives it. */
export interface SentMessage {
  name: string;
  payload: unknown;
  id?: string;
}

/** A realtime adapter for tests that records messages by recipient. */
export interface RecordingRealtime extends Realtime {
  receivedBy: (personId: number) => readonly SentMessage[];
}

export function createRecordingRealtime(): RecordingRealtime {
  const messages = new Map<Recipient, SentMessage[]>();
  return {
    send: (recipients, name, payload, id) => {
      for (const recipient of new Set(recipients)) {
        const message = { name, payload: asReceived(payload), ...(id !== undefined && { id }) };
        messages.set(recipient, [...(messages.get(recipient) ?? []), message]);
      }
    },
    receivedBy: (personId) => messages.get(personId) ?? [],
    attach: () => undefined,
    connections: () => 0,
    disconnectPerson: () => undefined,
    disconnectSession: () => undefined,
    ready: async () => true,
    close: async () => undefined,
  };
}

/** The payload after JSON serialization. */
function asReceived(payload: unknown): unknown {
  const text = JSON.stringify({ payload });
  const { payload: received = null } = JSON.parse(text) as { payload?: unknown };
  return received;
}
