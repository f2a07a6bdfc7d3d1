import type { Participant, Room } from "#modules/rooms/contract/rooms.ts";
import { Avatar } from "#ui/avatar.tsx";
import { classNames } from "#ui/class-names.ts";

import { participantColors, participantStates } from "../participants.ts";

interface ParticipantAvatarsProps {
  room: Room;
  /** In the order in which they are displayed. */
  participants: readonly Participant[];
  /** Avatars at most; further participants are counted. */
  limit: number;
}

/** Decorative: initials in the colours of the pointers, pale for those who look elsewhere. */
export function ParticipantAvatars({ room, participants, limit }: ParticipantAvatarsProps) {
  const colors = participantColors(room);
  const more = participants.length - limit;
  return (
    <span aria-hidden className="flex items-center">
      {participants.slice(0, limit).map((participant) => (
        <span
          key={participant.id}
          title={[participant.name, ...participantStates(participant, room.presenter)].join(", ")}
          className="relative -ml-1.5 flex rounded-full border-2 bg-background first:ml-0"
          style={{ borderColor: colors.get(participant.id) }}
        >
          <Avatar
            name={participant.name}
            size={24}
            className={classNames(!participant.follows && "opacity-50")}
          />
          {participant.buffers && (
            <span className="absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-background bg-amber" />
          )}
        </span>
      ))}
      {more > 0 && <span className="numerals ml-1 text-xs">+{more}</span>}
    </span>
  );
}
