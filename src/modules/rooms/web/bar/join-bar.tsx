import { useQuery } from "@tanstack/react-query";

import { useAction } from "#core/web/use-change.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import { Button } from "#ui/button.tsx";

import { useRoom, useRoomSession } from "../public/room-session.tsx";
import { openRoomQuery } from "../queries.ts";
import type { RoomAccess } from "../sync/room-calls.ts";

/** Offers to join those who watch together while the user does not. */
export function JoinBar({ access }: { access: RoomAccess }) {
  const session = useRoomSession();
  const isOutside = useRoom(({ status }) => status.kind !== "in");
  const { data: room } = useQuery({ ...openRoomQuery(access), enabled: isOutside });
  const isOffered = isOutside && room != null && room.participants.length > 0;
  const join = useAction((roomId: string) => session.join(roomId));
  if (!isOffered) return null;
  return (
    <span className="flex min-h-12 items-center justify-between gap-3 border-b border-tally bg-raised px-4 py-1.5">
      <span className="min-w-0 font-semibold">{watchersText(room)}</span>
      <Button
        size="small"
        variant="primary"
        busy={join.isPending && "Joining..."}
        onClick={() => join.mutate(room.id)}
      >
        Join
      </Button>
    </span>
  );
}

function watchersText({ participants }: Room): string {
  const [first, second, ...others] = participants.map(({ name }) => name);
  if (second === undefined) return `${first} wants to watch together.`;
  const more = others.length === 0 ? "" : ` and ${others.length} ${others.length === 1 ? "other" : "others"}`;
  return `${first} is watching together with ${second}${more}.`;
}
