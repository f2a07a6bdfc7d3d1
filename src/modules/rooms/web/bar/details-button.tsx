import { X } from "lucide-react";
import type { ComponentProps, ToggleEvent } from "react";

import type { Room } from "#modules/rooms/contract/rooms.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { beside } from "#ui/panel-layout.ts";

import { participantStates, sortedParticipants } from "../participants.ts";
import { ParticipantAvatars } from "./participant-avatars.tsx";
import { RoomDetails } from "./room-details.tsx";

interface DetailsButtonProps {
  panelId: string;
  room: Room;
  me: string;
  details: Omit<ComponentProps<typeof RoomDetails>, "room" | "me">;
}

/** Shows the participants, and opens the details: below the button, on phones at the bottom of the screen. */
export function DetailsButton({ panelId, room, me, details }: DetailsButtonProps) {
  const participants = sortedParticipants(room, me);
  const { length } = participants;
  const names = participants.map((one) =>
    [one.id === me ? `${one.name} (you)` : one.name, ...participantStates(one, room.presenter)].join(", "),
  );
  const close = () => document.getElementById(panelId)?.hidePopover();
  return (
    <>
      <button
        type="button"
        popoverTarget={panelId}
        aria-haspopup="dialog"
        className="-ml-1 flex min-h-9 shrink-0 items-center gap-2 rounded-sm px-1 enabled-hover:bg-raised pointer-coarse:min-h-11"
      >
        <span aria-hidden className="size-2 rounded-full bg-tally" />
        <span className="sr-only">Watching together: {names.join("; ")}</span>
        <span aria-hidden className="text-sm font-semibold @max-2xl/room:hidden">
          Watching together
        </span>
        <ParticipantAvatars participants={participants} room={room} limit={length > 5 ? 4 : 5} />
      </button>
      <dialog
        id={panelId}
        popover="auto"
        aria-label="Watching together"
        onBeforeToggle={placeBelowBar}
        className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[calc(100dvh-4rem)] w-auto max-w-none overflow-y-auto rounded-t-md border-t bg-panel p-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-ink beside:right-auto beside:bottom-auto beside:w-84 beside:rounded-md beside:border"
      >
        <div className="mb-2 flex items-center justify-between gap-2">
          <h2 className="font-heading text-lg">{length === 1 ? "1 person" : `${length} people`}</h2>
          <IconButton size="small" label="Close" icon={<X className="size-4.5" />} onClick={close} />
        </div>
        <RoomDetails
          room={room}
          me={me}
          {...details}
          onEnd={
            details.onEnd &&
            (() => {
              // A dialog would be below it.
              close();
              details.onEnd?.();
            })
          }
        />
      </dialog>
    </>
  );
}

/** Beside a panel, the details are where the button is. */
function placeBelowBar({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const bar = currentTarget.closest("section")?.getBoundingClientRect();
  const { style } = currentTarget;
  const isBeside = window.matchMedia(beside).matches;
  style.top = isBeside && bar ? `${bar.bottom}px` : "";
  style.left = isBeside && bar ? `${bar.left}px` : "";
}
