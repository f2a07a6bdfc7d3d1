import { Check } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";

import type { Notification } from "#modules/notifications/contract/inbox.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { classNames } from "#ui/class-names.ts";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { Logo } from "#ui/logo.tsx";
import { Moment } from "#ui/timecode.tsx";

import { useDwell } from "./use-dwell.ts";

/** Characters of the description shown before it is expanded. */
const descriptionPreview = 200;

interface NotificationCardProps {
  notification: Notification;
  onRead: () => void;
}

/**
 * One notification with its sender, time and link. Unread ones have a marked edge and a checkbox, and are read after the
 * pointer or the focus has rested on them.
 */
export function NotificationCard({ notification, onRead }: NotificationCardProps) {
  const { id, sender, title, description, path, read, time } = notification;
  const link = useRef<HTMLAnchorElement>(null);
  const user = useUser();
  const isOwn = sender !== null && sender.id === user?.id;
  const senderName = isOwn ? "You" : (sender?.name ?? "Reelay");
  const dwell = useDwell(read ? null : onRead);
  return (
    <article
      {...dwell}
      className={classNames(
        "relative flex items-start gap-3 py-1.5 pl-3 transition-colors enabled-hover:bg-panel",
        !read && "before:absolute before:inset-y-1.5 before:left-0 before:w-0.5 before:bg-ink",
      )}
    >
      {read ? (
        <span className="flex size-5 shrink-0 items-center justify-center self-center text-faint">
          <Check aria-hidden className="size-4" />
          <span className="sr-only">Read</span>
        </span>
      ) : (
        <Checkbox
          hideLabel
          label={`Mark as read: ${title}`}
          className="self-center"
          checked={false}
          onChange={() => {
            // The checkbox is removed and would lose the focus to the page.
            link.current?.focus({ preventScroll: true });
            onRead();
          }}
        />
      )}
      <Sender sender={sender} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3
            className={classNames(
              "min-w-40 flex-1 leading-5 break-words",
              read ? "font-medium text-soft" : "font-semibold",
            )}
          >
            <Link
              ref={link}
              to={path}
              data-notification={id}
              onClick={read ? undefined : onRead}
              className="underline-offset-4 hover:underline"
            >
              {title}
            </Link>
          </h3>
          <p className="flex max-w-full min-w-0 items-baseline gap-x-3 text-sm leading-5 text-soft">
            <span className="max-w-40 truncate">{senderName}</span>
            <Moment at={new Date(time)} className="text-xs!" />
          </p>
        </div>
        {description && (
          <ExpandableText
            // The list is dense, so its paragraphs follow without empty lines. Emails keep them.
            text={description.replaceAll(/\n{2,}/g, "\n")}
            limit={descriptionPreview}
            className="text-sm leading-4.5 break-words text-soft"
          />
        )}
      </div>
    </article>
  );
}

function Sender({ sender }: { sender: Notification["sender"] }) {
  if (sender) return <Avatar name={sender.name} src={sender.profileImgUrl} size={32} className="mt-0.5" />;
  return (
    <span
      aria-hidden
      className="mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-panel"
    >
      <Logo markOnly className="h-3.5" />
    </span>
  );
}
