import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Info } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { second } from "#core/time.ts";
import { call } from "#core/web/client.ts";
import { useRealtime } from "#core/web/realtime.ts";
import { useChange } from "#core/web/use-change.ts";
import { type Conversation, type Message, messagesEndpoints } from "#modules/messages/contract/messages.ts";
import { messageChanged, typing } from "#modules/messages/realtime-messages.ts";
import { roleLabels } from "#modules/people/rules/people.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import { useBlock } from "#modules/people/web/public/use-block.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Sheet } from "#ui/sheet.tsx";

import { Composer } from "../messages/composer.tsx";
import { messageOutbox } from "../messages/outbox.ts";
import { Thread } from "../messages/thread.tsx";
import { useThread } from "../messages/use-thread.ts";
import { conversationQuery } from "../queries.ts";
import { SharedPanel } from "../shared/shared-panel.tsx";

/** The typing bubble disappears this long after the last sign of typing, which is sent half as often. */
const typingShown = 6 * second;

interface ConversationViewProps {
  personId: number;
  readerId: number;
  /** The sequence of the message to show; null for the end of the conversation. */
  target: number | null;
}

/** The conversation with a user; mount it with user and target as its key. */
export function ConversationView({ personId, readerId, target }: ConversationViewProps) {
  const conversation = useQuery(conversationQuery(personId));
  const thread = useThread({ personId, target });
  if (!conversation.data) {
    if (!conversation.error) return null;
    return (
      <ErrorState
        className="m-5"
        message={conversation.error.message}
        onRetry={() => void conversation.refetch()}
      />
    );
  }
  return <Loaded conversation={conversation.data} thread={thread} readerId={readerId} target={target} />;
}

interface LoadedProps {
  conversation: Conversation;
  thread: ReturnType<typeof useThread>;
  readerId: number;
  target: number | null;
}

function Loaded({ conversation, thread, readerId, target }: LoadedProps) {
  const withId = conversation.person.id;
  const [, setParams] = useSearchParams();
  const showNewest = () => setParams({ with: String(withId) }, { replace: true });
  const all = messageOutbox.useEntries();
  const outbox = all.filter((entry) => entry.userId === readerId && entry.withId === withId);
  const [editing, setEditing] = useState<Message | null>(null);
  const [deleting, setDeleting] = useState<Message | null>(null);
  const otherTypes = useTyping(withId);
  const onSeen = useMarkRead(withId, conversation.unread);
  const onShown = useMarkShown(withId, conversation.unread);
  const signal = useTypingSignal(withId, conversation.state === "open" && !conversation.blocked);

  const edit = useChange(messagesEndpoints.edit, { onSuccess: () => setEditing(null) });
  const remove = useChange(messagesEndpoints.remove, { onSettled: () => setDeleting(null) });
  const messageAddress = ({ id: messageId }: Message) => ({ id: withId, messageId });

  return (
    <>
      <Header conversation={conversation} readerId={readerId} />
      <Thread
        conversation={conversation}
        thread={thread}
        target={target}
        outbox={outbox}
        readerId={readerId}
        onSeen={onSeen}
        onShown={onShown}
        onNewest={showNewest}
        typing={otherTypes}
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      <Foot conversation={conversation}>
        <Composer
          key={editing?.id ?? "new"}
          personId={withId}
          name={conversation.person.name}
          images={conversation.state === "open"}
          editing={editing}
          onSend={(text, images) => {
            messageOutbox.enqueue({ userId: readerId, withId, text, images });
            if (!thread.complete) showNewest();
          }}
          onSave={(message, text) => edit.mutate({ params: messageAddress(message), body: { text } })}
          onCancelEdit={() => setEditing(null)}
          onTyping={signal}
        />
      </Foot>
      <AlertDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        title="Delete this message?"
        description="It is deleted for both of you. This can't be undone."
        confirmLabel="Delete"
        tone="danger"
        busy={remove.isPending && "Deleting..."}
        onConfirm={() => deleting && remove.mutate({ params: messageAddress(deleting) })}
      />
    </>
  );
}

function Header({ conversation, readerId }: Pick<LoadedProps, "conversation" | "readerId">) {
  const { person, formerMember } = conversation;
  const [open, setOpen] = useState(false);
  return (
    <header className="flex min-h-18 shrink-0 items-center gap-3 border-b px-4 py-3 sm:px-6">
      <Link
        to="?"
        aria-label="All conversations"
        className="-ml-2 flex size-11 items-center justify-center text-soft hover:text-ink wide:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Link>
      <Avatar name={person.name} src={person.profileImgUrl} size={36} />
      <h2 className="flex min-w-0 flex-1 flex-col text-base font-semibold">
        <PersonLink person={person} />
        {!formerMember && (
          <span className="numerals text-xs font-normal text-soft">{roleLabels[person.role]}</span>
        )}
      </h2>
      <IconButton
        label="Shared tasks and files"
        className="xl:hidden"
        icon={<Info aria-hidden className="size-5" strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onOpenChange={setOpen} title={`With ${person.name}`}>
        <SharedPanel conversation={conversation} readerId={readerId} />
      </Sheet>
    </header>
  );
}

/** The input, or why the user can't write here. */
function Foot({ conversation, children }: { conversation: Conversation; children: React.ReactNode }) {
  const { person, state, blocked, formerMember, sharesTask } = conversation;
  const block = useBlock(person.id);
  const accept = useChange(messagesEndpoints.accept);
  const frame = "flex shrink-0 flex-wrap items-center gap-3 border-t px-4 py-4 text-soft sm:px-6";
  if (formerMember) return <p className={frame}>This user deleted their account.</p>;
  if (person.suspended) {
    return <p className={frame}>This account is suspended. You can send messages once it is restored.</p>;
  }
  if (blocked) {
    return (
      <div className={frame}>
        <p className="flex-1">You blocked {person.name}.</p>
        <Button busy={block.isPending && "Unblocking..."} onClick={() => block.mutate(false)}>
          Unblock
        </Button>
      </div>
    );
  }
  if (state === "waiting") {
    return <p className={frame}>You can send more messages when {person.name} accepts.</p>;
  }
  if (state === "request") {
    return (
      <div className={frame}>
        <p className="min-w-40 flex-1">{person.name} wants to message you.</p>
        <Button busy={block.isPending && "Blocking..."} onClick={() => block.mutate(true)}>
          Block
        </Button>
        <Button
          variant="primary"
          busy={accept.isPending && "Accepting..."}
          onClick={() => accept.mutate({ params: { id: person.id } })}
        >
          Accept
        </Button>
      </div>
    );
  }
  return (
    <>
      {state === "new" && !sharesTask && (
        <p className="px-4 pb-2 text-sm text-soft sm:px-6">
          You can send one message. {person.name} has to accept it before you can send more.
        </p>
      )}
      {children}
    </>
  );
}

/** Whether the other user is typing. */
function useTyping(personId: number): boolean {
  const [until, setUntil] = useState(0);
  useRealtime(typing, ({ withId }) => {
    if (withId === personId) setUntil(Date.now() + typingShown);
  });
  useRealtime(messageChanged, ({ withId, message }) => {
    if (withId === personId && message.senderId === personId) setUntil(0);
  });
  useEffect(() => {
    if (until === 0) return;
    const timer = setTimeout(() => setUntil(0), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until > 0;
}

/** Returns a function that notifies the other user that this one is typing, at most every few seconds. */
function useTypingSignal(personId: number, allowed: boolean): () => void {
  const last = useRef(0);
  return () => {
    if (!allowed || Date.now() - last.current < typingShown / 2) return;
    last.current = Date.now();
    // Nothing is stored. Without a connection the signal is lost, not sent later like a change.
    call(messagesEndpoints.typing, { params: { id: personId } }).catch(() => undefined);
  };
}

/** Returns a function that marks messages as read, once per sequence. */
function useMarkRead(personId: number, unread: number): (sequence: number) => void {
  const marked = useRef(0);
  // If it fails, read again with the next message.
  const { mutate: markRead } = useChange(messagesEndpoints.markRead, { errorToast: false });
  return useCallback(
    (sequence: number) => {
      if (sequence <= marked.current && unread === 0) return;
      marked.current = sequence;
      markRead({ params: { id: personId }, body: { sequence } });
    },
    [personId, unread, markRead],
  );
}

/** Returns a function that records which unread messages were on screen, once per sequence. */
function useMarkShown(personId: number, unread: number): (sequence: number) => void {
  const visibleId = useRef(0);
  // If it fails, a notification repeats what is on screen.
  const { mutate: markShown } = useChange(messagesEndpoints.markShown, { errorToast: false });
  return useCallback(
    (sequence: number) => {
      if (unread === 0 || sequence <= visibleId.current) return;
      visibleId.current = sequence;
      markShown({ params: { id: personId }, body: { sequence } });
    },
    [personId, unread, markShown],
  );
}
