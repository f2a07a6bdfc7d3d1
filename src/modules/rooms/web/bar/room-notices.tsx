import { type ReactNode, useEffect, useState } from "react";

import type { Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";
import { Button } from "#ui/button.tsx";

import { participantName } from "../participants.ts";
import { useRoom, useRoomSession } from "../public/room-session.tsx";

/** Milliseconds for which a user is told why the player does not do what they want. */
const refusalDuration = 6000;

interface RoomNoticesProps {
  room: Room;
  me: string;
  onSend: (command: RoomCommand) => void;
}

/** Questions and hints below the bar, over the picture. */
export function RoomNotices({ room, me, onSend }: RoomNoticesProps) {
  const session = useRoomSession();
  const refusal = useRoom((state) => state.refusal);
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const isRefused = useRefusedChange();
  const isPresenter = room.presenter === me;
  const asking = room.participants.filter(({ id, asks }) => asks && id !== me).map(({ id }) => id);
  // A later question of the same participant is shown again.
  const stillDeclined = declined.filter((id) => asking.includes(id));
  if (stillDeclined.length < declined.length) setDeclined(stillDeclined);
  const asker = isPresenter ? asking.find((id) => !declined.includes(id)) : undefined;
  const presenter = participantName(room, room.presenter);
  return (
    <output className="pointer-events-none absolute inset-x-0 top-full z-30 flex flex-col items-center gap-1 pt-1">
      {refusal && (
        <Notice
          text={refusal === "muted" ? "Your browser plays without sound." : "Your browser stopped playback."}
        >
          <Button size="small" variant="primary" onClick={session.allowPlayback}>
            {refusal === "muted" ? "Turn on sound" : "Play"}
          </Button>
        </Notice>
      )}
      {asker !== undefined && (
        <Notice text={`${participantName(room, asker)} asks to present.`}>
          <Button size="small" variant="primary" onClick={() => onSend({ kind: "hand_over", to: asker })}>
            Hand over
          </Button>
          <Button size="small" variant="quiet" onClick={() => setDeclined([...stillDeclined, asker])}>
            Not now
          </Button>
        </Notice>
      )}
      {isRefused && presenter !== undefined && !isPresenter && (
        <Notice text={`${presenter} presents. Ask to present, or stop following to look elsewhere.`} />
      )}
    </output>
  );
}

/** Whether the user has just done something at the player that only the presenter may do. */
function useRefusedChange(): boolean {
  const session = useRoomSession();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = session.onRefused(() => {
      clearTimeout(timer);
      setRefused(true);
      timer = setTimeout(() => setRefused(false), refusalDuration);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [session]);
  return isRefused;
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <span className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border bg-panel py-1.5 pr-1.5 pl-3 text-sm text-ink">
      <span className="min-w-0 py-1 font-medium">{text}</span>
      {children && <span className="flex gap-1">{children}</span>}
    </span>
  );
}
