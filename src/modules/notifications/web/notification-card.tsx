import { Check } from "lucide-react";
import { Link } from "react-router";

import { Avatar } from "#ui/avatar.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { classNames } from "#ui/class-names.ts";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { Logo } from "#ui/logo.tsx";
import { Moment } from "#ui/timecode.tsx";

import type { Notification } from "../contract.ts";
import { descriptionPreview } from "../rules.ts";

interface NotificationCardProps {
  notification: Notification;
  onRead: () => void;
}

/** Permission, what, and where it leads. Unread ones carry a mark on their edge and the checkbox that takes it away. */
export function NotificationCard({ notification, onRead }: NotificationCardProps) {
  const { sender, title, description, path, read, time } = notification;
  return (
    <article
      className={classNames(
        "relative flex gap-4 py-5 pl-4",
        !read && "before:absolute before:inset-y-5 before:left-0 before:w-0.5 before:bg-ink",
      )}
    >
      <Sender sender={sender} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="text-sm text-soft">{sender?.name ?? "Reelay"}</p>
          <Moment at={new Date(time)} />
        </div>
        <h2 className={classNames("mt-0.5 break-words", read ? "font-medium" : "font-semibold")}>
          <Link to={path} onClick={read ? undefined : onRead} className="underline-offset-4 hover:underline">
            {title}
          </Link>
        </h2>
        {description && (
          <ExpandableText
            text={description}
            limit={descriptionPreview}
            className="mt-1 break-words text-soft"
          />
        )}
        <div className="mt-2">
          {read ? (
            <p className="flex min-h-8 items-center gap-2 text-sm text-faint">
              <Check aria-hidden className="size-4" />
              Read
            </p>
          ) : (
            <Checkbox label="Mark as read" checked={false} onChange={onRead} />
          )}
        </div>
      </div>
    </article>
  );
}

function Sender({ sender }: { sender: Notification["sender"] }) {
  if (sender) return <Avatar name={sender.name} src={sender.profileImgUrl} size={40} />;
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-full border border-line bg-panel"
    >
      <Logo markOnly className="h-4" />
    </span>
  );
}
