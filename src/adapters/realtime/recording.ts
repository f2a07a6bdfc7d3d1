import type { Realtime } from "./realtime.ts";

/** One live message as a browser would receive it. */
export interface SentMessage {
  name: string;
  payload: unknown;
}

/** A live device for tests: keeps what each person would have received. */
export interface RecordingRealtime extends Realtime {
  receivedBy: (personId: number) => readonly SentMessage[];
}

export function createRecordingRealtime(): RecordingRealtime {
  const boxes = new Map<number, SentMessage[]>();
  return {
    send: (people, name, payload) => {
      for (const person of new Set(people)) {
        const message = { name, payload: asReceived(payload) };
        boxes.set(person, [...(boxes.get(person) ?? []), message]);
      }
    },
    receivedBy: (personId) => boxes.get(personId) ?? [],
    attach: () => undefined,
    disconnectPerson: () => undefined,
    disconnectSession: () => undefined,
    ready: async () => true,
    close: async () => undefined,
  };
}

/** What arrives is what JSON keeps of the payload. */
function asReceived(payload: unknown): unknown {
  const text = JSON.stringify({ payload });
  const { payload: received = null } = JSON.parse(text) as { payload?: unknown };
  return received;
}
