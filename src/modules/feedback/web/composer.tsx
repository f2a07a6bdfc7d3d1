import { SendHorizontal, X } from "lucide-react";
import { useStore } from "zustand";

import type { PersonCard } from "#modules/people/contract.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AttachedImages, AttachImagesButton, useImageAttachments } from "#ui/image-attachments.tsx";

import { maxCommentImageBytes, maxImages } from "../rules.ts";
import type { NewComment } from "./comment-outbox.ts";
import { commentTime, type NameOfFrame } from "./comment-time.ts";
import { type DraftStore, isEmptyDraft, resetDraft } from "./draft-store.ts";
import { DrawingTools, ToolButtons } from "./drawing-tools.tsx";
import { MentionTextArea } from "./mention-text-area.tsx";
import { mentionedIn } from "./mentions.ts";
import { useReview, useReviewSession } from "./public/review-session.tsx";
import { pauseOnFrame } from "./use-draft.ts";

interface ComposerProps {
  draft: DraftStore;
  /** The key that moves the focus to the text area. */
  shortcut?: string;
  nameOf: NameOfFrame;
  /** Users who can be mentioned. */
  members: readonly PersonCard[];
  takesImages?: boolean;
  busy?: string | false;
  /** Shown above the buttons. */
  error?: string | undefined;
  /** `clear` empties the form. */
  onSubmit: (written: WrittenComment, clear: () => void) => void;
}

type WrittenComment = Omit<NewComment, "taskId" | "version" | "parentId">;

/** The form for a new comment. Typing and drawing pause the video and fix the frame. */
export function Composer(props: ComposerProps) {
  const { draft, nameOf, members, onSubmit } = props;
  const { takesImages = false, busy = false, error } = props;
  const session = useReviewSession();
  const isEditing = useReview((state) => state.edited !== null);
  const { text, shapes, tool } = useStore(draft);
  const images = useImageAttachments({ maxFiles: maxImages, maxBytes: maxCommentImageBytes });
  const ready = !isEmptyDraft({ text, shapes }) || images.files.length > 0;

  const write = (next: string) => {
    if (next.trim() !== "") pauseOnFrame(session, draft);
    draft.setState({ text: next });
    if (isEmptyDraft({ text: next, shapes })) draft.setState({ inFrame: null, outFrame: null });
  };
  const clear = () => {
    if (session.getState().loop) session.player.current?.loop(null);
    resetDraft(draft);
    images.clear();
  };
  const submit = () => {
    if (!ready || busy) return;
    pauseOnFrame(session, draft);
    const { inFrame, outFrame } = draft.getState();
    const written = {
      ...{ text: text.trim(), mentions: mentionedIn(text, members), images: images.files },
      inFrame: inFrame ?? 0,
      outFrame: outFrame ?? inFrame ?? 0,
      drawing: shapes.length > 0 ? { shapes: [...shapes] } : null,
    };
    onSubmit(written, clear);
  };
  return (
    <form
      aria-label="New comment"
      className="-mx-4 shrink-0 px-4 pt-3 stacked:border-b stacked:pb-3 low:border-b low:pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="@container relative rounded-sm border border-edge bg-background px-3 pt-2 pb-2 focus-within:border-ink">
        <DraftFrames draft={draft} nameOf={nameOf} />
        <MentionTextArea
          id={session.inputId}
          label="Comment on this frame"
          placeholder="What should change on this frame?"
          value={text}
          onChange={write}
          onSubmit={submit}
          onEscape={() => (tool === null ? blurFocused() : draft.setState({ tool: null }))}
          readOnly={busy !== false}
          members={members}
          side="above"
          aria-keyshortcuts={props.shortcut}
          className="mt-1"
        />
        {tool !== null && <DrawingTools draft={draft} />}
        {error !== undefined && (
          <p role="alert" className="mt-2 text-sm text-fault">
            {error}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-0.5 gap-y-1">
          <ToolButtons draft={draft} disabled={isEditing} />
          {takesImages && <AttachImagesButton size="small" onAttach={images.attach} />}
          <Button
            type="submit"
            size="small"
            variant="primary"
            disabled={!ready}
            busy={busy}
            title="Ctrl Enter"
            className="ml-auto @max-[18rem]:px-0!"
          >
            <SendHorizontal aria-hidden className="hidden size-4.5 @max-[18rem]:block" />
            <span className="@max-[18rem]:sr-only">Comment</span>
          </Button>
        </div>
        <AttachedImages {...images} />
      </div>
    </form>
  );
}

/** Returns the keyboard to the player. */
function blurFocused(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The displayed frame, or the fixed frame or range of the draft. */
function DraftFrames({ draft, nameOf }: Pick<ComposerProps, "draft" | "nameOf">) {
  const { inFrame, outFrame } = useStore(draft);
  const { player } = useReviewSession();
  const loop = useReview((state) => state.loop);
  const displayed = useReview((state) => state.frame) ?? 0;
  const range =
    inFrame === null && loop
      ? { inFrame: loop.from, outFrame: loop.to }
      : { inFrame: inFrame ?? displayed, outFrame };
  const time = commentTime(range, nameOf);
  const isRange = range.outFrame !== null && range.outFrame !== range.inFrame;
  const fixed = inFrame !== null;
  const release = () => {
    if (loop) player.current?.loop(null);
    draft.setState({ outFrame: null });
  };
  return (
    <div className="flex min-h-6 items-center gap-2">
      {fixed ? (
        <button
          type="button"
          aria-label={`Comment at ${time}, go to this frame`}
          onClick={() => player.current?.seek(range.inFrame)}
          className="numerals rounded-xs text-xs text-amber enabled-hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {time}
        </button>
      ) : (
        <span className="numerals text-xs text-amber">{time}</span>
      )}
      {isRange && (
        <IconButton
          size="small"
          label="Remove the range"
          icon={<X aria-hidden className="size-3.5" />}
          className="-my-1 min-h-6! w-6! pointer-coarse:w-11!"
          onClick={release}
        />
      )}
      <span className="-my-1 ml-auto flex">
        <Button
          size="small"
          variant="quiet"
          title="Start of the range (I)"
          onClick={() => player.current?.startLoop()}
        >
          In
        </Button>
        <Button
          size="small"
          variant="quiet"
          title="End of the range (O)"
          onClick={() => player.current?.endLoop()}
        >
          Out
        </Button>
      </span>
      {fixed && !isRange && displayed !== inFrame && (
        <button
          type="button"
          onClick={() => draft.setState({ inFrame: displayed, outFrame: null })}
          className="rounded-xs text-xs text-soft underline underline-offset-2 enabled-hover:text-ink pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          Move to current frame
        </button>
      )}
    </div>
  );
}
