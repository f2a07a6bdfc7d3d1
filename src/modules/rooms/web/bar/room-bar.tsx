import { LogOut, MousePointerClick } from "lucide-react";
import { useEffect, useId, useState } from "react";

import { copyLink } from "#core/web/copy-link.ts";
import { useAction } from "#core/web/use-change.ts";
import type { Room } from "#modules/rooms/contract/rooms.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { handOverFocus } from "#ui/hand-over-focus.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { usePageKeys } from "#ui/use-page-keys.ts";

import { toggleLaser, useLaser } from "../picture/laser.ts";
import { useRoom, useRoomSession } from "../public/room-session.tsx";
import { JoinCall } from "./call-link.tsx";
import { DetailsButton } from "./details-button.tsx";
import { FollowButton } from "./follow-button.tsx";
import { PresentButton } from "./present-button.tsx";
import { ControlText } from "./room-details.tsx";
import { RoomNotices } from "./room-notices.tsx";
import { useRoomNews } from "./use-room-news.ts";

export interface RoomBarProps {
  /** Path by which members join, which they can copy; null for guests. */
  invitePath: string | null;
  /** Id of the user; undefined for guests. */
  userId: number | undefined;
  /** Whether the user manages the task. */
  manages: boolean;
}

/** The participants, the one who controls, and the actions of the user. Handles the shortcuts. */
export function RoomBar({ invitePath, userId, manages }: RoomBarProps) {
  const session = useRoomSession();
  const room = useRoom((state) => state.room);
  if (!room) return null;
  const mayEnd = invitePath !== null && (manages || room.startedBy === userId);
  return <JoinedBar room={room} invitePath={invitePath} end={mayEnd ? session.end : null} />;
}

/** Takes over the focus of the button that was pressed, which has disappeared, and hands it over to the page at the end. */
function takeFocus(bar: HTMLElement | null): (() => void) | undefined {
  if (document.activeElement === document.body) bar?.focus({ preventScroll: true });
  return handOverFocus(bar);
}

interface JoinedBarProps {
  room: Room;
  invitePath: string | null;
  /** Ends it for everyone; null where the user may not. */
  end: (() => Promise<void>) | null;
}

function JoinedBar({ room, invitePath, end }: JoinedBarProps) {
  const session = useRoomSession();
  const me = useRoom((state) => state.me);
  const follows = useRoom((state) => state.follows);
  const isReconnecting = useRoom((state) => state.isReconnecting);
  const hasLaser = useLaser((state) => state.on);
  const [confirmsEnd, setConfirmsEnd] = useState(false);
  const news = useRoomNews(room, me);
  const panelId = useId();
  const send = useAction(session.send);
  const ending = useAction(async () => end?.(), { onSettled: () => setConfirmsEnd(false) });
  useEffect(() => () => useLaser.setState({ on: false }), []);
  usePageKeys({ u: () => session.setFollows(!follows), r: toggleLaser });
  const others = room.participants.length - 1;
  const askToEnd = () => {
    if (others > 0) setConfirmsEnd(true);
    else ending.mutate();
  };
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label="Watching together"
      data-player-controls
      className="@container/room relative mb-2 shrink-0 text-ink low:mb-1"
    >
      <div className="flex min-h-10 items-center gap-x-2">
        <DetailsButton
          panelId={panelId}
          room={room}
          me={me}
          details={{
            isMember: invitePath !== null,
            onSend: send.mutate,
            onCopyLink: () => invitePath !== null && void copyLink(invitePath),
            onEnd: end && askToEnd,
          }}
        />
        <span className="min-w-0 truncate text-sm text-soft @max-md/room:hidden">
          {isReconnecting ? "Reconnecting..." : <ControlText room={room} me={me} />}
        </span>
        <span className="flex @max-xl/room:hidden">
          <PresentButton room={room} me={me} onSend={send.mutate} />
        </span>
        <span className="ml-auto flex items-center gap-x-1">
          {room.callUrl !== null && (
            <JoinCall url={room.callUrl} className={buttonClass("quiet", "small", "@max-xl/room:hidden")} />
          )}
          <IconButton
            size="small"
            label="Laser (R)"
            aria-pressed={hasLaser}
            icon={<MousePointerClick aria-hidden className="size-4.5" strokeWidth={1.75} />}
            onClick={toggleLaser}
            className="aria-pressed:bg-raised aria-pressed:text-tally"
          />
          {!follows && <span className="ml-1 text-sm text-soft @max-xl/room:sr-only">Not following</span>}
          <FollowButton follows={follows} onChange={session.setFollows} />
          <Button size="small" variant="quiet" onClick={session.leave}>
            <LogOut aria-hidden className="size-4" strokeWidth={1.75} />
            <span className="@max-lg/room:sr-only">Leave</span>
          </Button>
        </span>
      </div>
      <RoomNotices room={room} me={me} onSend={send.mutate} />
      <output className="sr-only">{isReconnecting ? "Reconnecting" : news}</output>
      <AlertDialog
        open={confirmsEnd}
        onOpenChange={setConfirmsEnd}
        title="End watching together?"
        description={
          others === 1
            ? "The other participant stays in the preview and watches alone."
            : `The ${others} other participants stay in the preview and watch alone.`
        }
        confirmLabel="End for everyone"
        tone="danger"
        busy={ending.isPending && "Ending..."}
        onConfirm={() => ending.mutate()}
      />
    </section>
  );
}
