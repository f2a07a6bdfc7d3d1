import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";

import { AppError } from "#core/error.ts";
import { call } from "#core/web/client.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { type GuestComment, guestEndpoints, type GuestPreview } from "#modules/feedback/contract/guests.ts";
import { longestComment, shownComments } from "#modules/feedback/rules.ts";
import type { VideoPlayerHandle } from "#modules/media/web/use-player-controls.ts";
import { useTimecode } from "#modules/media/web/use-timecode.ts";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { TextArea } from "#ui/text-area.tsx";

import { commentTime, type NameOfFrame, namesOfFrames } from "../comment-time.ts";
import { LoadingComments } from "../loading-comments.tsx";
import { GuestThread } from "./guest-thread.tsx";
import { guestCommentsQuery } from "./queries.ts";

interface GuestCommentsProps {
  linkId: string;
  preview: GuestPreview;
  player: RefObject<VideoPlayerHandle | null>;
  /** Called when the link can't be used any more. */
  onEnd: () => void;
}

/** The comments on the version, in the order of their frames, and a form for a new one. */
export function GuestComments({ linkId, preview, player, onEnd }: GuestCommentsProps) {
  const queries = useQueryClient();
  const list = useQuery(guestCommentsQuery(linkId, queries));
  const hasEnded = list.error instanceof AppError && list.error.status === 401;
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded, onEnd]);
  const { timecodeOf } = useTimecode(preview.playback);
  const nameOf = preview.playback.rate ? timecodeOf : namesOfFrames(null);
  const refresh = () => list.refetch();
  const error = useLoadingError(list);
  if (error) {
    return <ErrorState message={error} onRetry={() => void list.refetch()} retrying={list.isFetching} />;
  }
  if (!list.data) return <LoadingComments />;
  const shown = shownComments(list.data.comments);
  const threads = shown
    .filter(({ parentId }) => parentId === null)
    .toSorted((a, b) => a.inFrame - b.inFrame || a.sequence - b.sequence);
  const repliesTo = (id: string): GuestComment[] => shown.filter(({ parentId }) => parentId === id);
  return (
    <>
      <section aria-label="Comments" className="-mx-4 min-h-0 flex-1 overflow-y-auto">
        {threads.length === 0 && <p className="px-4 py-6 text-soft">No comments yet</p>}
        {threads.map((comment) => (
          <GuestThread
            key={comment.id}
            linkId={linkId}
            comment={comment}
            replies={repliesTo(comment.id)}
            time={commentTime(comment, nameOf)}
            writable={preview.mayComment}
            onSeek={() => player.current?.seek(comment.inFrame)}
            onChange={refresh}
          />
        ))}
      </section>
      {preview.mayComment ? (
        <Composer linkId={linkId} nameOf={nameOf} player={player} onSent={refresh} />
      ) : (
        <p className="-mx-4 shrink-0 border-t px-4 pt-3 text-sm text-soft">
          With this link you can only watch.
        </p>
      )}
    </>
  );
}

interface ComposerProps extends Pick<GuestCommentsProps, "linkId" | "player"> {
  nameOf: NameOfFrame;
  onSent: () => Promise<unknown>;
}

/** Typing pauses the video and fixes the frame. */
function Composer({ linkId, player, nameOf, onSent }: ComposerProps) {
  const [text, setText] = useState("");
  const [frame, setFrame] = useState<number | null>(null);
  const [id, setId] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: async () => {
      const at = frame ?? 0;
      const body = { id, text, inFrame: at, outFrame: at };
      await call(guestEndpoints.addGuestComment, { params: { linkId }, body });
      await onSent();
    },
    onSuccess: () => {
      setText("");
      setFrame(null);
      setId(crypto.randomUUID());
    },
  });
  const write = (next: string) => {
    setText(next);
    if (next.trim() === "") return setFrame(null);
    if (frame !== null) return;
    player.current?.pause();
    setFrame(player.current?.currentFrame() ?? 0);
  };
  return (
    <form
      aria-label="New comment"
      className="-mx-4 flex shrink-0 flex-col gap-2 border-t bg-panel px-4 pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") add.mutate();
      }}
    >
      <TextArea
        label={
          frame === null
            ? "Comment on this frame"
            : `Comment at ${commentTime({ inFrame: frame, outFrame: null }, nameOf)}`
        }
        placeholder="What should change on this frame?"
        rows={2}
        maxLength={longestComment}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      {add.error && (
        <p role="alert" className="text-sm text-fault">
          {add.error.message}
        </p>
      )}
      <Button
        type="submit"
        size="small"
        variant="primary"
        disabled={text.trim() === ""}
        busy={add.isPending && "Sending..."}
        className="self-end"
      >
        Comment
      </Button>
    </form>
  );
}
