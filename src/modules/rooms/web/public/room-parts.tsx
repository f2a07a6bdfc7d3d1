import { type ComponentProps, lazy, type ReactNode } from "react";

import { LoadBoundary } from "#ui/load-boundary.tsx";

import type { RoomBar as JoinedBar } from "../bar/room-bar.tsx";
import { useRoom, useRoomSession } from "./room-session.tsx";

// Most reviews are watched alone. All of these are loaded after the page.
const LazyBar = lazy(async () => ({ default: (await import("../bar/room-bar.tsx")).RoomBar }));
const LazyJoinBar = lazy(async () => ({ default: (await import("../bar/join-bar.tsx")).JoinBar }));
const LazyEndedBar = lazy(async () => ({ default: (await import("../bar/ended-bar.tsx")).EndedBar }));
const LazyPicture = lazy(async () => ({
  default: (await import("../picture/room-picture.tsx")).RoomPicture,
}));
const LazyNote = lazy(async () => ({ default: (await import("../picture/waiting-note.tsx")).WaitingNote }));
const LazyPresence = lazy(async () => ({ default: (await import("../timeline/presence.tsx")).Presence }));

/** Offers to join those who watch together. */
export function JoinBar({ access }: ComponentProps<typeof LazyJoinBar>) {
  return (
    <LoadBoundary failure={null}>
      <LazyJoinBar access={access} />
    </LoadBoundary>
  );
}

interface RoomBarProps extends ComponentProps<typeof JoinedBar> {
  /** Number of the version of a guest's link. */
  linkedVersion?: number;
}

/** The bar of those who watch together, or why they no longer do. */
export function RoomBar({ linkedVersion, ...bar }: RoomBarProps) {
  const session = useRoomSession();
  const status = useRoom((state) => state.status);
  if (status.kind === "ended") {
    return (
      <LoadBoundary failure={null}>
        <LazyEndedBar ended={status} linkedVersion={linkedVersion} onClose={session.leave} />
      </LoadBoundary>
    );
  }
  return (
    <InRoom>
      <LazyBar {...bar} />
    </InRoom>
  );
}

/** Pointers and drawings of the others, in the coordinates of the picture. */
export function RoomPicture(picture: ComponentProps<typeof LazyPicture>) {
  return (
    <InRoom>
      <LazyPicture {...picture} />
    </InRoom>
  );
}

/** Says over the picture for whom playback waits. */
export function RoomWaitingNote() {
  return (
    <InRoom>
      <LazyNote />
    </InRoom>
  );
}

/** On the timeline, the frames of those who look elsewhere. */
export function RoomPresence(presence: ComponentProps<typeof LazyPresence>) {
  return (
    <InRoom>
      <LazyPresence {...presence} />
    </InRoom>
  );
}

function InRoom({ children }: { children: ReactNode }) {
  const isIn = useRoom(({ room }) => room !== null);
  return isIn && <LoadBoundary failure={null}>{children}</LoadBoundary>;
}
