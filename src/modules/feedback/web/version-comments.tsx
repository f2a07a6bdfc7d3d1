import { useId, useLayoutEffect, useMemo, useState } from "react";

import { framesPerSecond } from "#modules/media/rules/frames.ts";
import type { TimelineMark } from "#modules/media/web/timeline-marks.tsx";
import { useTimecode } from "#modules/media/web/use-timecode.ts";
import type { User } from "#modules/people/contract.ts";
import { isOpen } from "#modules/tasks/rules.ts";
import { truncateText } from "#ui/format.ts";

import type { Comment } from "../contract.ts";
import { isOpenComment } from "../rules.ts";
import { useActiveThread } from "./active-thread.ts";
import type { Outgoing } from "./comment-outbox.ts";
import { commentTime, type NameOfFrame, namesOfFrames } from "./comment-time.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { changeLoop, createDraftStore } from "./draft-store.ts";
import { ExportMenu } from "./export-menu.tsx";
import { createFrameStore } from "./frame-store.ts";
import { ShareReview } from "./guests/share-review.tsx";
import type { PreviewExtension, PreviewExtras } from "./loading-comments.tsx";
import { PictureOverlay } from "./picture-overlay.tsx";
import { StillPicture } from "./still-picture.tsx";
import { countThreads } from "./threads.ts";
import { useCommentChanges } from "./use-comment-changes.ts";
import { commentShortcuts, useCommentKeys } from "./use-comment-keys.ts";
import { useComments } from "./use-comments.ts";
import { useEditedComment } from "./use-edited-comment.ts";
import { useLinkedComment } from "./use-linked-comment.ts";
import { useOutgoing } from "./use-outgoing.ts";
import { useSelection } from "./use-selection.ts";
import { useStable } from "./use-stable.ts";

interface VersionCommentsProps extends Omit<PreviewExtension, "children"> {
  user: Pick<User, "id" | "name" | "profileImgUrl">;
  version: number;
  /** Receives what the preview shows of the comments; stays the same between renders. */
  onExtras: (extras: PreviewExtras) => void;
}

/** The comments on a version: panel, drawings over the picture, marks on the timeline. Renders announcements only. */
export function VersionComments({ preview, side, player, user, version, onExtras }: VersionCommentsProps) {
  const { taskId, playback } = preview;
  const inputId = useId();
  const focusInput = useStable(() => document.getElementById(inputId)?.focus());
  const frames = useMemo(() => createFrameStore(), []);
  const draftKey = `${taskId} v${version}`;
  const draft = useMemo(() => createDraftStore(draftKey), [draftKey]);
  const { edited, setEdited } = useEditedComment(draft);
  const [announcement, setAnnouncement] = useState("");
  const comments = useComments({
    taskId,
    version,
    user,
    onNew: (comment) => {
      if (comment.author.id !== user.id) setAnnouncement(announcementOf(comment, nameOf));
    },
  });
  const { threads, members, put } = comments;
  const rate = playback?.rate ?? comments.rate;
  const { timecodeOf } = useTimecode({ rate, startTimecode: playback?.startTimecode ?? null });
  const nameOf = useMemo(() => (rate ? timecodeOf : namesOfFrames(null)), [rate, timecodeOf]);
  const start = playback?.startTimecode && rate ? timecodeOf(0) : undefined;
  const selection = useSelection({ threads, readerId: user.id, player });
  const { selectedId, select, show, step } = selection;
  const linkedFrame = useLinkedComment(comments, show);
  useCommentKeys({ onStep: step, onWrite: focusInput });
  const onLoop = useStable((range: Parameters<typeof changeLoop>[1]) => changeLoop(draft, range));

  const changes = useCommentChanges({ taskId, user, put });
  const { send, editUnsent } = useOutgoing({
    userId: user.id,
    onEdit: ({ text, inFrame, outFrame, drawing }: Outgoing) => {
      draft.setState({
        ...{ text, inFrame, shapes: drawing?.shapes ?? [] },
        outFrame: outFrame === inFrame ? null : outFrame,
      });
      focusInput();
    },
  });
  const active = useActiveThread(frames, threads, rate ? framesPerSecond(rate) : 0);
  const writable = isOpen(preview.stage);
  const hasVideo = (playback?.fileUrl ?? playback?.playlistUrl ?? null) !== null;
  const picture = useMemo(
    () => ({ frames, player, hasVideo, edited, setEdited }),
    [frames, player, hasVideo, edited, setEdited],
  );
  const context = useMemo(
    () => ({
      ...{ taskId, user, side, members, nameOf, writable, active, changes, send, editUnsent, select },
      ...picture,
    }),
    [taskId, user, side, members, nameOf, writable, active, changes, send, editUnsent, select, picture],
  );
  const marks = useMemo(
    () =>
      threads.flatMap(({ comment }) => {
        if (comment.deleted) return [];
        const mark = markOf(comment, nameOf);
        return [comment.id === selectedId ? { ...mark, selected: true } : mark];
      }),
    [threads, nameOf, selectedId],
  );
  const selected = threads.find(({ comment }) => comment.id === selectedId)?.comment ?? null;
  const aspect = (playback?.width ?? 16) / (playback?.height ?? 9);
  const still = selected ?? threads[0]?.comment ?? null;
  const open = comments.complete ? countThreads(threads).open : undefined;
  const overlay = useMemo(
    () => (
      <PictureOverlay
        {...{ frames, aspect }}
        draft={edited?.draft ?? draft}
        selected={selected?.id === edited?.id ? null : selected}
        onLeave={() => document.getElementById(edited?.inputId ?? inputId)?.focus()}
      />
    ),
    [draft, edited, frames, selected, aspect, inputId],
  );
  const panel = useMemo(
    () => <CommentsPanel {...{ version, comments, selection, context, draft, inputId }} />,
    [version, comments, selection, context, draft, inputId],
  );
  const hasComments = threads.length > 0;
  const actions = useMemo(
    () => (
      <>
        {side === "creator" && writable && <ShareReview taskId={taskId} />}
        {hasComments && <ExportMenu compact {...{ taskId, version, start }} first={start ?? nameOf(0)} />}
      </>
    ),
    [side, writable, hasComments, taskId, version, start, nameOf],
  );
  useLayoutEffect(() => {
    onExtras({
      ...{ marks, onLoop, overlay, actions, shortcuts: commentShortcuts, startFrame: linkedFrame },
      onSelectMark: show,
      onFrame: frames.set,
      picture: <StillPicture comment={still} nameOf={nameOf} />,
      tab: { value: "comments", label: "Comments", count: open, content: panel },
    });
  }, [onExtras, marks, onLoop, overlay, actions, linkedFrame, show, frames, still, nameOf, open, panel]);
  return <output className="sr-only">{announcement}</output>;
}

function announcementOf(comment: Comment, nameOf: NameOfFrame): string {
  const kind = comment.parentId === null ? "comment" : "reply";
  return `New ${kind} by ${comment.author.name} at ${commentTime(comment, nameOf)}`;
}

/** Characters of a comment in the label of its mark. */
const excerptLength = 60;

/** Marks by comment: with thousands of comments, new ones would delay every selection. */
const knownMarks = new WeakMap<Comment, { nameOf: NameOfFrame; mark: TimelineMark }>();

function markOf(comment: Comment, nameOf: NameOfFrame): TimelineMark {
  const known = knownMarks.get(comment);
  if (known && known.nameOf === nameOf) return known.mark;
  const mark = newMark(comment, nameOf);
  knownMarks.set(comment, { nameOf, mark });
  return mark;
}

function newMark(comment: Comment, nameOf: NameOfFrame): TimelineMark {
  const { id, inFrame, outFrame, author, text, drawing } = comment;
  const excerpt = text === "" ? (drawing ? "drawing" : "images") : truncateText(text, excerptLength);
  return {
    id,
    from: inFrame,
    to: outFrame,
    tone: isOpenComment(comment) ? "open" : "done",
    label: `${commentTime(comment, nameOf)} ${author.name}: ${excerpt}`,
  };
}
