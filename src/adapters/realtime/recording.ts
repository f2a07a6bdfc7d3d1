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
  const messagesByPerson = new Map<number, SentMessage[]>();
  return {
    send: (people, name, payload, id) => {
      for (const person of new Set(people)) {
        const message = { name, payload: asReceived(payload), ...(id !== undefined && { id }) };
        messagesByPerson.set(person, [...(messagesByPerson.get(person) ?? []), message]);
      }
    },
    receivedBy: (personId) => messagesByPerson.get(personId) ?? [],
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
