import { Users } from "lucide-react";

import { useAction } from "#core/web/use-change.ts";
import { Button } from "#ui/button.tsx";

import { useRoom, useRoomSession } from "./room-session.tsx";

interface WatchTogetherProps {
  /** The displayed version and frame. */
  version: number;
  currentFrame: () => number;
}

/** Starts watching together at the displayed frame, or joins those who do. */
export function WatchTogether({ version, currentFrame }: WatchTogetherProps) {
  const session = useRoomSession();
  const isIn = useRoom(({ status }) => status.kind === "in");
  const start = useAction(() => session.start({ version, frame: currentFrame() }));
  if (isIn) return null;
  return (
    <Button
      size="small"
      variant="quiet"
      data-together
      className="px-2!"
      title="Watch together with others"
      busy={start.isPending && "Starting..."}
      onClick={() => start.mutate()}
    >
      <Users aria-hidden className="size-4.5" strokeWidth={1.75} />
      <span className="whitespace-nowrap @max-[19.5rem]/edited:sr-only">Watch together</span>
    </Button>
  );
}
