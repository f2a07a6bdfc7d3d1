import { Link2 } from "lucide-react";

import type { Room, RoomCommand } from "#modules/rooms/contract/rooms.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";

import { participantStates, sortedParticipants } from "../participants.ts";
import { CallField, JoinCall } from "./call-link.tsx";
import { PresentButton } from "./present-button.tsx";

interface RoomDetailsProps {
  room: Room;
  me: string;
  /** Guests change neither the call nor invite others. */
  isMember: boolean;
  onSend: (command: RoomCommand) => void;
  onCopyLink: () => void;
  /** Null where the user may not end it for everyone. */
  onEnd: (() => void) | null;
}

/** Everyone in the room, who controls it, the call, and how others join. */
export function RoomDetails({ room, me, isMember, onSend, onCopyLink, onEnd }: RoomDetailsProps) {
  const { presenter, callUrl } = room;
  return (
    <div className="flex flex-col gap-4">
      <ul aria-label="Participants" className="max-h-56 overflow-y-auto">
        {sortedParticipants(room, me).map((participant) => (
          <li
            key={participant.id}
            className="flex min-h-11 items-center gap-2.5 border-b py-1 last:border-b-0"
          >
            <Avatar name={participant.name} size={24} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-semibold">
                {participant.name}
                {participant.id === me && <span className="font-normal text-soft"> (you)</span>}
                {participant.isGuest && <span className="font-normal text-soft"> · guest</span>}
              </span>
              <span className="block text-xs text-soft first-letter:uppercase">
                {participantStates(participant, presenter).join(", ") || "following"}
              </span>
            </span>
            {presenter === me && participant.id !== me && (
              <Button
                size="small"
                variant={participant.asks ? "primary" : "quiet"}
                aria-label={`Hand over to ${participant.name}`}
                onClick={() => onSend({ kind: "hand_over", to: participant.id })}
              >
                Hand over
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center justify-between gap-2 border-t pt-3 text-sm">
        <ControlText room={room} me={me} />
        <PresentButton room={room} me={me} onSend={onSend} />
      </p>
      {callUrl !== null && (
        <JoinCall url={callUrl} className="link inline-flex items-center gap-1.5 self-start text-sm" />
      )}
      {isMember && (
        <>
          <CallField key={callUrl} url={callUrl} onSave={onSend} />
          <div className="flex flex-wrap items-center gap-2 border-t pt-3">
            <p className="min-w-0 flex-1 basis-48 text-xs text-soft">
              Everyone who can open this preview can join. Guests join with a review link that allows it.
            </p>
            <Button size="small" onClick={onCopyLink}>
              <Link2 aria-hidden className="size-4" />
              Copy link
            </Button>
          </div>
        </>
      )}
      {onEnd && (
        <Button variant="danger" size="small" className="self-start" onClick={onEnd}>
          End for everyone
        </Button>
      )}
    </div>
  );
}

/** The participants who control what everyone sees. */
export function ControlText({ room: { presenter, participants }, me }: { room: Room; me: string }) {
  if (presenter === null) return "Everyone controls";
  if (presenter === me) return "You present";
  return `${participants.find(({ id }) => id === presenter)?.name ?? "Someone"} presents`;
}
