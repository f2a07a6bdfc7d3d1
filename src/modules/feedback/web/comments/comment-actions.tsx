import {
  Check,
  Copy,
  EllipsisVertical,
  type LucideIcon,
  MessageSquareReply,
  Pencil,
  RotateCcw,
  SmilePlus,
  Trash2,
} from "lucide-react";
import { useState } from "react";

import { copyLink } from "#core/web/copy-link.ts";
import type { Comment } from "#modules/feedback/contract/comments.ts";
import { reactionEmojis } from "#modules/feedback/rules/comments.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import { TextAction } from "#ui/text-action.tsx";

import { type OpenForm, useReviewSession } from "../public/review-session.tsx";
import { commentPath } from "./comment-time.ts";
import { useCommentsContext } from "./comments-context.ts";
import { selectComment } from "./selection.ts";

interface CommentActionsProps {
  comment: Comment;
  /** Shown with the texts of the buttons below the selected comment, otherwise over its corner while it is hovered. */
  expanded: boolean;
}

/** The buttons of a stored comment or reply. */
export function CommentActions({ comment, expanded }: CommentActionsProps) {
  const context = useCommentsContext();
  const { taskId, user, writable, changes, askToDelete } = context;
  const session = useReviewSession();
  const [picking, setPicking] = useState(false);
  const { id, parentId, resolved, done, author } = comment;
  const open = (kind: OpenForm["kind"]) => session.setState({ form: { commentId: id, kind } });
  const isThread = parentId === null;
  const isOwn = author.id === user.id && writable;
  const canMarkDone = isThread && can(context, "upload") && resolved === null && writable;
  const edit = () => {
    if (isThread) selectComment(session, comment);
    open("edit");
  };
  const menu = [
    ...(isThread
      ? [{ label: "Copy link", icon: Copy, onSelect: () => void copyLink(commentPath(taskId, comment)) }]
      : []),
    ...(isOwn
      ? [
          { label: "Edit", icon: Pencil, onSelect: edit },
          { label: "Delete", icon: Trash2, danger: true, onSelect: () => askToDelete(comment) },
        ]
      : []),
  ];
  const remove = () => void changes.markDone(comment, false, "");
  return (
    <div
      className={classNames(
        "flex items-center",
        expanded
          ? "mt-1.5 -ml-2 flex-wrap"
          : "absolute right-3 bottom-1.5 rounded-sm bg-raised opacity-0 group-hover/comment:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:hidden",
      )}
    >
      {isThread && writable && (
        <>
          <Action label="Reply" icon={MessageSquareReply} expanded={expanded} onClick={() => open("reply")} />
          <Action
            label={resolved ? "Reopen" : "Resolve"}
            icon={resolved ? RotateCcw : Check}
            expanded={expanded}
            onClick={() => void changes.resolve(comment, resolved === null)}
          />
        </>
      )}
      {canMarkDone && expanded && (
        <Action
          label={done ? "Not done" : "Done"}
          icon={done ? RotateCcw : Check}
          expanded
          onClick={done ? remove : () => open("done")}
        />
      )}
      {writable && (
        <IconButton
          size="small"
          label="Add a reaction"
          aria-expanded={picking}
          icon={<SmilePlus aria-hidden className="size-4" strokeWidth={1.75} />}
          onClick={() => setPicking(!picking)}
        />
      )}
      {picking &&
        reactionEmojis.map((emoji) => {
          const active = isReacting(comment, emoji, user.id);
          return (
            <IconButton
              key={emoji}
              size="small"
              label={`React with ${emoji}`}
              aria-pressed={active}
              icon={emoji}
              onClick={() => {
                setPicking(false);
                void changes.react(comment, emoji, !active);
              }}
            />
          );
        })}
      {menu.length > 0 && (
        <Menu
          items={menu}
          trigger={
            <IconButton
              size="small"
              label="More actions"
              icon={<EllipsisVertical aria-hidden className="size-4" strokeWidth={1.75} />}
            />
          }
        />
      )}
    </div>
  );
}

function isReacting({ reactions }: Comment, emoji: string, userId: number): boolean {
  return reactions.some((one) => one.emoji === emoji && one.personIds.includes(userId));
}

interface ActionProps {
  label: string;
  icon: LucideIcon;
  expanded: boolean;
  onClick: () => void;
}

function Action({ label, icon, expanded, onClick }: ActionProps) {
  if (!expanded) {
    const Icon = icon;
    return (
      <IconButton
        size="small"
        label={label}
        icon={<Icon aria-hidden className="size-4" strokeWidth={1.75} />}
        onClick={onClick}
      />
    );
  }
  return (
    <TextAction icon={icon} onClick={onClick}>
      {label}
    </TextAction>
  );
}
