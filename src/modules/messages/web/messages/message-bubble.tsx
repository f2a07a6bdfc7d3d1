import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import type { Message } from "#modules/messages/contract/messages.ts";
import { isChangeable } from "#modules/messages/rules/messages.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { ImageLink } from "#ui/image-attachments.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useCurrentMinute } from "#ui/use-current-minute.ts";

import type { Outgoing } from "./outbox.ts";
import { timeOfDay } from "./time-text.ts";

const sentColour = "bg-[color-mix(in_oklab,var(--amber)_18%,var(--raised))]";

/** The frame of a bubble: sent ones on the right, received ones on the left. */
function Bubble(props: { own: boolean; marked?: boolean; children: ReactNode; foot?: ReactNode }) {
  const { own, marked = false, children, foot } = props;
  return (
    <div
      aria-current={marked || undefined}
      className={classNames(
        "max-w-[85%] min-w-0 rounded-md px-3.5 py-2 sm:max-w-[78%]",
        own ? sentColour : "bg-raised",
        marked && "outline-2 outline-offset-2 outline-amber",
      )}
    >
      {children}
      {foot && <p className="numerals mt-0.5 text-right text-2xs text-soft">{foot}</p>}
    </div>
  );
}

interface MessageBubbleProps {
  message: Message;
  own: boolean;
  /** Whether it is the one that was searched. */
  marked: boolean;
  /** Whether the other user has read it. */
  read: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

/** A sent or received message with its images, time, and for own messages the read mark and controls. */
export function MessageBubble({ message, own, marked, read, onEdit, onDelete }: MessageBubbleProps) {
  const now = useCurrentMinute();
  const sentAt = new Date(message.sentAt);
  const changeable = own && !message.deleted && isChangeable(sentAt, now);
  const marks = [
    timeOfDay(sentAt),
    message.edited && !message.deleted && "edited",
    own && !message.deleted && (read ? "read" : "sent"),
  ].filter(Boolean);
  return (
    <div className={classNames("group flex items-center gap-1 py-1", own && "flex-row-reverse")}>
      <Bubble own={own} marked={marked} foot={marks.join(" · ")}>
        <span className="sr-only">{own ? "You:" : ""}</span>
        {message.deleted ? (
          <p className="text-soft italic">Message deleted</p>
        ) : (
          <Content message={message} />
        )}
      </Bubble>
      {changeable && (
        <div className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          {message.text && (
            <IconButton
              label="Edit message"
              size="small"
              icon={<Pencil aria-hidden className="size-4" />}
              onClick={onEdit}
            />
          )}
          <IconButton
            label="Delete message"
            size="small"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={onDelete}
          />
        </div>
      )}
    </div>
  );
}

function Content({ message }: { message: Message }) {
  return (
    <>
      {message.images.length > 0 && (
        <div className={classNames("my-1 grid gap-1.5", message.images.length > 1 && "grid-cols-2")}>
          {message.images.map((image, at) => (
            <ImageLink key={image} src={image} position={at + 1} className="aspect-video w-80 max-w-full" />
          ))}
        </div>
      )}
      {message.text && <LinkedText text={message.text} />}
    </>
  );
}

interface OutgoingBubbleProps {
  outgoing: Outgoing;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A message that the server has not confirmed: being sent, or not sent with the reason. */
export function OutgoingBubble({ outgoing, onRetry, onDiscard }: OutgoingBubbleProps) {
  const { text, imageCount: count, problem, delayed } = outgoing;
  const unsent =
    problem ?? (delayed ? "No connection. It is sent automatically when you are back online." : null);
  return (
    <div className="flex flex-col items-end py-1">
      <Bubble
        own
        foot={
          unsent === null ? (
            <span className="inline-flex items-center gap-1.5">
              <Spinner /> sending
            </span>
          ) : (
            <span className="font-semibold text-fault">Not sent</span>
          )
        }
      >
        {count > 0 && <p className="text-sm text-soft">{count === 1 ? "1 image" : `${count} images`}</p>}
        {text && <LinkedText text={text} />}
      </Bubble>
      {unsent !== null && (
        <div className="mt-1 max-w-[85%] text-right text-sm sm:max-w-[78%]">
          <p role="alert" className={problem === null ? "text-soft" : "text-fault"}>
            {unsent}
          </p>
          <p className="mt-1 flex justify-end gap-4">
            <button type="button" className={actionClass} onClick={onRetry}>
              Try again
            </button>
            <button type="button" className={actionClass} onClick={onDiscard}>
              Delete
            </button>
          </p>
        </div>
      )}
    </div>
  );
}

const actionClass =
  "min-h-6 rounded-xs font-semibold underline underline-offset-4 enabled-hover:text-soft pointer-coarse:min-h-11";

/** Three dots while the other user is typing. */
export function TypingBubble({ name }: { name: string }) {
  return (
    <div className="flex py-1">
      <div className="flex gap-1.5 rounded-md bg-raised px-3.5 py-3">
        <span className="sr-only">{name} is typing</span>
        {[0, 1, 2].map((dot) => (
          <span
            key={dot}
            aria-hidden
            className="size-1.5 animate-breathe rounded-full bg-soft"
            style={{ animationDelay: `${dot * 0.2}s` }}
          />
        ))}
      </div>
    </div>
  );
}
