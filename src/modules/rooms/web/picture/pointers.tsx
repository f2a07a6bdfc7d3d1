import { useRef } from "react";

import { classNames } from "#ui/class-names.ts";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { participantColors } from "../participants.ts";
import { useRoom, useRoomSession } from "../public/room-session.tsx";
import { useSignals } from "../use-signals.ts";
import { useLaser } from "./laser.ts";
import type { TrailPart } from "./pointer-track.ts";
import { useLaserKeys } from "./use-laser-keys.ts";
import { usePointerSender } from "./use-pointer-sender.ts";
import { useTracks } from "./use-tracks.ts";

/** The pointers of the others with their names, and the trails of all lasers. Sends the position of this tab's pointer. */
export function Pointers({ isDrawing }: { isDrawing: boolean }) {
  const session = useRoomSession();
  const room = useRoom((state) => state.room);
  const me = useRoom((state) => state.me);
  const hasLaser = useLaser((state) => state.on) && !isDrawing;
  const isReduced = useMediaQuery("(prefers-reduced-motion: reduce)");
  const { pointers, move } = useTracks(!isReduced);
  const area = useRef<HTMLDivElement>(null);
  const hasOthers = room?.participants.some(({ id }) => id !== me) ?? false;
  useSignals((participant, signal) => {
    if (signal.kind === "pointer") move(participant, signal);
  });
  const moveLaser = usePointerSender({
    area,
    isEnabled: (hasOthers || hasLaser) && !isDrawing,
    hasLaser,
    onSend: (signal) => {
      if (hasOthers) session.signal(signal);
    },
    onLaser: (signal) => move(me, signal),
  });
  useLaserKeys(hasLaser, moveLaser);
  const colors = participantColors(room);
  const names = new Map(room?.participants.map(({ id, name }) => [id, name]));
  return (
    <div
      ref={area}
      data-pointers
      aria-hidden
      className={classNames(
        "absolute inset-0",
        hasLaser ? "pointer-events-auto cursor-crosshair touch-none" : "pointer-events-none",
      )}
    >
      {pointers.map(({ participant, position, trail }) => {
        const name = names.get(participant);
        const color = colors.get(participant);
        return (
          name !== undefined &&
          color !== undefined && (
            <div key={participant} style={{ color }}>
              <Trail parts={trail} />
              {position && <Pointer {...position} name={participant === me ? null : name} color={color} />}
            </div>
          )
        );
      })}
    </div>
  );
}

function Trail({ parts }: { parts: readonly TrailPart[] }) {
  if (parts.length === 0) return null;
  return (
    <svg
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full overflow-visible"
    >
      {/* The outline of a part would cover the line of the one before. */}
      {parts.map((part) => (
        <Line key={part.to.at} part={part} stroke="black" width={6} opacity={part.opacity / 2} />
      ))}
      {parts.map((part) => (
        <Line key={part.to.at} part={part} stroke="currentColor" width={4} opacity={part.opacity} />
      ))}
    </svg>
  );
}

interface LineProps {
  part: TrailPart;
  stroke: string;
  width: number;
  opacity: number;
}

function Line({ part: { from, to }, stroke, width, opacity }: LineProps) {
  return (
    <line
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      stroke={stroke}
      strokeWidth={width}
      strokeLinecap="round"
      opacity={opacity}
      vectorEffect="non-scaling-stroke"
    />
  );
}

interface PointerProps {
  x: number;
  y: number;
  /** Whether the laser is on. */
  pressed: boolean;
  /** Null for this tab's own, which the browser displays. */
  name: string | null;
  color: string;
}

function Pointer({ x, y, pressed, name, color }: PointerProps) {
  return (
    <span
      data-pointer={name ?? undefined}
      className="pointer-events-none absolute"
      style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
    >
      {pressed ? (
        <span className="absolute size-3.5 -translate-1/2 rounded-full border-2 border-[#0009] bg-current" />
      ) : (
        name !== null && <Arrow />
      )}
      {name !== null && (
        <span
          className={classNames(
            "absolute top-4 max-w-40 truncate rounded-xs px-1.5 py-px text-xs font-semibold text-[#111]",
            x < 0.8 ? "left-3" : "right-3",
          )}
          style={{ backgroundColor: color }}
        >
          {name}
        </span>
      )}
    </span>
  );
}

function Arrow() {
  return (
    <svg viewBox="0 0 16 20" className="absolute h-5 w-4">
      <path
        d="M1 1v15l4.2-3.8L8 18.4l2.9-1.3-2.8-6H14z"
        fill="currentColor"
        stroke="black"
        strokeWidth={1.25}
      />
    </svg>
  );
}
