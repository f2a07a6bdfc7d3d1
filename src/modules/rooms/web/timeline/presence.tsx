import { type CSSProperties, useEffect, useState } from "react";

import { useReviewSession } from "#modules/feedback/web/public/review-session.tsx";
import { nameInitials } from "#ui/avatar.tsx";

import { participantColors } from "../participants.ts";
import { useRoom, useRoomSession } from "../public/room-session.tsx";
import { useSignals } from "../use-signals.ts";

interface PresenceProps {
  /** The displayed version. */
  version: number;
  /** The position of a frame on the timeline in percent. */
  toPercent: (frame: number) => number;
}

/** The frames of the version at which participants are who don't follow; for a user who doesn't follow, also that of the others. */
export function Presence({ version, toPercent }: PresenceProps) {
  const session = useRoomSession();
  const { player } = useReviewSession();
  const room = useRoom((state) => state.room);
  const me = useRoom((state) => state.me);
  const follows = useRoom((state) => state.follows);
  const [frames, setFrames] = useState<Readonly<Record<string, { version: number; frame: number }>>>({});
  useSignals((participant, signal) => {
    if (signal.kind === "frame") setFrames((before) => ({ ...before, [participant]: signal }));
  });
  const position = useRoomPosition(!follows);
  const colors = participantColors(room);
  const away = room?.participants.filter((one) => one.id !== me && !one.follows) ?? [];
  return (
    <>
      {position !== null && (
        <Marker
          label="Where the others are watching. Follow again"
          text="All"
          at={toPercent(position)}
          style={{ backgroundColor: "var(--color-ink)", color: "var(--color-on-ink)" }}
          onSelect={() => session.setFollows(true)}
        />
      )}
      {away.map(({ id, name }) => {
        const place = frames[id];
        return (
          place?.version === version && (
            <Marker
              key={id}
              label={`Go to where ${name} is watching`}
              text={nameInitials(name)}
              at={toPercent(place.frame)}
              style={{ backgroundColor: colors.get(id), color: "black" }}
              onSelect={() => {
                session.setFollows(false);
                player.current?.seek(place.frame);
              }}
            />
          )
        );
      })}
    </>
  );
}

/** The frame at which the room is, while `isWanted`; updated often enough for the timeline. */
function useRoomPosition(isWanted: boolean): number | null {
  const session = useRoomSession();
  const [position, setPosition] = useState<number | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const update = () => setPosition(session.position());
    update();
    const timer = setInterval(update, 250);
    return () => clearInterval(timer);
  }, [isWanted, session]);
  return isWanted ? position : null;
}

interface MarkerProps {
  /** Accessible name and tooltip. */
  label: string;
  text: string;
  /** In percent of the timeline. */
  at: number;
  style: CSSProperties;
  onSelect: () => void;
}

function Marker({ label, text, at, style, onSelect }: MarkerProps) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className="group/person absolute top-0 flex h-6 w-6 -translate-x-1/2 items-start justify-center rounded-xs hover:z-10 focus-visible:z-10 pointer-coarse:h-11 pointer-coarse:w-11"
      style={{ left: `${at}%` }}
    >
      <span className="sr-only">{label}</span>
      <span
        aria-hidden
        className="pointer-events-none absolute top-0 left-1/2 h-14 w-0.5 -translate-x-1/2 low:h-11"
        style={style}
      />
      <span
        aria-hidden
        className="relative flex h-4 min-w-5 items-center justify-center rounded-b-xs px-1 text-2xs font-semibold"
        style={style}
      >
        {text}
      </span>
      <span
        aria-hidden
        className={`pointer-events-none absolute bottom-full mb-1 hidden w-max max-w-64 truncate rounded-sm border bg-panel px-2 py-1 text-xs text-ink group-hover/person:block group-focus-visible/person:block ${at < 50 ? "left-0" : "right-0"}`}
      >
        {label}
      </span>
    </button>
  );
}
