import { Spinner } from "#ui/spinner.tsx";

import { joinNames } from "../participants.ts";
import { useRoom } from "../public/room-session.tsx";

/** Says for whom playback waits. */
export function WaitingNote() {
  const room = useRoom((state) => state.room);
  const me = useRoom((state) => state.me);
  const waited = room?.state.waiting?.for ?? [];
  const names = room?.participants
    .filter(({ id }) => id !== me && waited.includes(id))
    .map(({ name }) => name);
  const text = waited.includes(me)
    ? "The others are waiting for your video to load..."
    : names && names.length > 0 && `Waiting for ${joinNames(names)}...`;
  return (
    <output className="pointer-events-none absolute inset-x-0 bottom-4 z-10 flex justify-center px-4">
      {text && (
        <span className="flex max-w-full items-center gap-2 rounded-sm border bg-panel px-3 py-1.5 text-sm font-medium">
          <Spinner />
          <span className="truncate">{text}</span>
        </span>
      )}
    </output>
  );
}
