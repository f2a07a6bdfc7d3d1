import { SendHorizontal } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";

import { isBlank } from "#core/written-text.ts";
import { maxCommentImageBytes, maxCommentLength, maxImages } from "#modules/feedback/rules/comments.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { AttachedImages, AttachImagesButton, useImageAttachments } from "#ui/image-attachments.tsx";
import { type Option, optionId, OptionList } from "#ui/option-list.tsx";
import { useActiveOption } from "#ui/use-active-option.ts";

import { commentOutbox, type NewComment as Sent } from "../comments/comment-outbox.ts";
import type { FrameLabel } from "../comments/comment-time.ts";
import { CommentsContext, useCommentsContext } from "../comments/comments-context.ts";
import { showNewComment } from "../comments/selection.ts";
import { DrawingTools, ToolButtons } from "../drawing/drawing-tools.tsx";
import { useReview, useReviewSession } from "../public/review-session.tsx";
import { DraftFrames } from "./draft-frames.tsx";
import { isEmptyDraft, resetDraft } from "./draft-store.ts";
import { insertMention, matchingMembers, mentionBefore, mentionedIn, type MentionQuery } from "./mentions.ts";
import { pauseOnFrame } from "./pause-on-frame.ts";
import { ViewNote } from "./view-note.tsx";

interface ComposerProps {
  /** The key that moves the focus to the text area. */
  shortcut?: string;
  frameLabel: FrameLabel;
  /** Users who can be mentioned. */
  members: readonly PersonCard[];
  takesImages?: boolean;
  busy?: string | false;
  /** Shown above the buttons. */
  error?: string | undefined;
  /** `clear` empties the form. */
  onSubmit: (written: WrittenComment, clear: () => void) => void;
}

type WrittenComment = Omit<Sent, "taskId" | "version" | "parentId">;

/** The form for a new comment. Typing and drawing pause the video and fix the frame. */
export function Composer(props: ComposerProps) {
  const { frameLabel, members, onSubmit } = props;
  const { takesImages = false, busy = false, error } = props;
  const session = useReviewSession();
  const { draft } = session;
  const isEditing = useReview((state) => state.edited !== null);
  const { text, shapes, tool, view } = useStore(draft);
  const images = useImageAttachments({ maxFiles: maxImages, maxBytes: maxCommentImageBytes });
  const ready = !isEmptyDraft({ text, shapes }) || images.files.length > 0;

  const write = (next: string) => {
    if (!isBlank(next)) pauseOnFrame(session, draft);
    draft.setState({ text: next });
    if (isEmptyDraft({ text: next, shapes })) draft.setState({ inFrame: null, outFrame: null, view: null });
  };
  const clear = () => {
    if (session.getState().loop) session.player.current?.loop(null);
    resetDraft(draft);
    images.clear();
  };
  const submit = () => {
    if (!ready || busy) return;
    pauseOnFrame(session, draft);
    const { inFrame, outFrame, view: displayed } = draft.getState();
    const written = {
      text: text.trim(),
      mentions: mentionedIn(text, members),
      images: images.files,
      inFrame: inFrame ?? 0,
      outFrame: outFrame ?? inFrame ?? 0,
      drawing: shapes.length > 0 ? { shapes: [...shapes] } : null,
      view: displayed,
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
      <div className="@container relative rounded-sm border border-edge bg-background px-3 pt-2 pb-2 ring-around-text">
        <DraftFrames frameLabel={frameLabel} />
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
        {view !== null && <ViewNote onRemove={() => draft.setState({ view: null })} />}
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
            className="ml-auto @max-[18rem]:px-2!"
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

/** The form for a new comment. It is sent, and tried again, by the outbox. */
export function NewComment({ version }: { version: number }) {
  const session = useReviewSession();
  const { taskId, user, members, frameLabel } = useCommentsContext();
  return (
    <Composer
      frameLabel={frameLabel}
      members={members}
      shortcut="C"
      takesImages
      onSubmit={(written, clear) => {
        const comment = { ...written, taskId, version, userId: user.id, parentId: null };
        const id = commentOutbox.enqueue(comment);
        clear();
        showNewComment(session, id);
      }}
    />
  );
}

interface MentionTextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value" | "onSubmit"> {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Ctrl or Cmd with Enter. */
  onSubmit: () => void;
  /** Escape, unless it closes the list of members. */
  onEscape: () => void;
  members: readonly PersonCard[];
  /** Position of the list of members: below the text, or above the nearest positioned ancestor. */
  side: "above" | "below";
}

/** A text area that offers the other members of the task after an @. */
export function MentionTextArea(props: MentionTextAreaProps) {
  const { label, value, onChange, onSubmit, onEscape, members, side, className, ...area } = props;
  const listId = useId();
  const element = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const userId = use(CommentsContext)?.user.id;
  const others = members.filter(({ id }) => id !== userId);
  const options = mention ? memberOptions(matchingMembers(others, mention.query)) : [];
  const isOpen = options.length > 0;
  const { active, activate, onKeyDown } = useActiveOption(options);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    element.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- after the text with the mention was rendered.
  }, [value]);

  const choose = ({ label: name }: Option) => {
    if (!mention) return;
    const inserted = insertMention(value, mention, name);
    caret.current = inserted.caret;
    setMention(null);
    onChange(inserted.text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
      return;
    }
    const option = options[active];
    if (option && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(option);
    } else if (event.key === "Escape") {
      // A dialog or full screen around it stays open.
      event.stopPropagation();
      if (isOpen) setMention(null);
      else onEscape();
    } else if (isOpen) onKeyDown(event);
  };
  return (
    <div className={side === "below" ? "relative" : undefined}>
      <textarea
        rows={1}
        dir="auto"
        {...area}
        ref={element}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
        maxLength={maxCommentLength}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          setMention(mentionBefore(target.value, target.selectionStart));
        }}
        onSelect={({ currentTarget }) => {
          if (mention) setMention(mentionBefore(currentTarget.value, currentTarget.selectionStart));
        }}
        onBlur={() => setMention(null)}
        onKeyDown={press}
        className={classNames(
          "block field-sizing-content max-h-40 min-h-6 w-full resize-none bg-transparent text-ink placeholder:text-faint",
          className,
        )}
      />
      <div
        className={classNames(
          "absolute inset-x-0 z-30 rounded-md border bg-panel p-1",
          side === "above" ? "bottom-full mb-1" : "top-full mt-2",
          !isOpen && "hidden",
        )}
      >
        <OptionList
          id={listId}
          label="Members of this task"
          options={options}
          active={active}
          hidden={!isOpen}
          onChoose={choose}
          onPoint={activate}
        />
      </div>
      <output className="sr-only">
        {isOpen && `${options.length === 1 ? "1 person" : `${options.length} people`} to mention`}
      </output>
    </div>
  );
}

function memberOptions(members: readonly PersonCard[]): Option[] {
  return members.map(({ id, name, profileImgUrl }) => ({
    value: String(id),
    label: name,
    avatarUrl: profileImgUrl,
  }));
}
