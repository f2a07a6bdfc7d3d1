import type { Participant, Room } from "#modules/rooms/contract/rooms.ts";

const noParticipants: readonly Participant[] = [];

/** The participants of a room, this tab's first. */
export function sortedParticipants(room: Room | null, me: string): readonly Participant[] {
  if (!room) return noParticipants;
  return room.participants.toSorted((a, b) => Number(b.id === me) - Number(a.id === me));
}

/** Texts about what a participant does, from the most to the least important. */
export function participantStates(participant: Participant, presenter: string | null): string[] {
  const { id, follows, buffers, asks } = participant;
  return [
    ...(id === presenter ? ["presenting"] : []),
    ...(asks ? ["asks to present"] : []),
    ...(buffers ? ["loading"] : []),
    ...(follows ? [] : ["looking elsewhere"]),
  ];
}

export function participantName(room: Room | null, id: string | null): string | undefined {
  return room?.participants.find((participant) => participant.id === id)?.name;
}

/** "Meera", "Meera and Dev" or "Meera, Dev and 2 others". */
export function joinNames(names: readonly string[]): string {
  const others = names.length - 2;
  const more = others > 0 ? [others === 1 ? "1 other" : `${others} others`] : [];
  // Without a comma before "and".
  return new Intl.ListFormat("en-GB").format([...names.slice(0, 2), ...more]);
}

/** Readable on dark text, and distinguishable on most pictures. */
const colors = [
  "oklch(0.86 0.16 95)",
  "oklch(0.83 0.13 210)",
  "oklch(0.8 0.15 350)",
  "oklch(0.85 0.18 145)",
  "oklch(0.8 0.14 50)",
  "oklch(0.8 0.12 290)",
] as const;

/**
 * The colours of pointers and markers by participant: the same for everyone, different while there are enough of them, and mostly the
 * same when others join or leave.
 */
export function participantColors(room: Room | null): ReadonlyMap<string, string> {
  const assigned = new Map<string, string>();
  for (const id of room?.participants.map((participant) => participant.id).toSorted() ?? []) {
    const first = Number.parseInt(id.slice(0, 6), 16) % colors.length;
    const ordered = [...colors.slice(first), ...colors.slice(0, first)];
    const isTaken = new Set(assigned.values());
    assigned.set(id, ordered.find((color) => !isTaken.has(color)) ?? ordered[0] ?? colors[0]);
  }
  return assigned;
}
