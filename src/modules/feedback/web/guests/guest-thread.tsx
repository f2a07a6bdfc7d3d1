import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "#core/web/client.ts";
import { type GuestComment, guestEndpoints } from "#modules/feedback/contract/guests.ts";
import { longestComment } from "#modules/feedback/rules.ts";
import { Button } from "#ui/button.tsx";
import { LinkedText } from "#ui/linked-text.tsx";
import { TextArea } from "#ui/text-area.tsx";

import { DrawingMark } from "../drawing-mark.tsx";

interface GuestThreadProps {
  linkId: string;
  comment: GuestComment;
  replies: readonly GuestComment[];
  /** Timecode of the comment. */
  time: string;
  writable: boolean;
  onSeek: () => void;
  /** Called after a change. */
  onChange: () => Promise<unknown>;
}

/** A comment with its replies. */
export function GuestThread({
  linkId,
  comment,
  replies,
  time,
  writable,
  onSeek,
  onChange,
}: GuestThreadProps) {
  const [form, setForm] = useState<{ id: string; kind: "reply" | "edit"; text: string } | null>(null);
  const [replyId, setReplyId] = useState(() => crypto.randomUUID());
  const save = useMutation({
    mutationFn: async ({ id, kind, text }: NonNullable<typeof form>) => {
      const params = { linkId, commentId: id };
      await (kind === "edit"
        ? call(guestEndpoints.editGuestComment, { params, body: { text } })
        : call(guestEndpoints.replyAsGuest, { params, body: { id: replyId, text } }));
      await onChange();
    },
    onSuccess: () => {
      setForm(null);
      setReplyId(crypto.randomUUID());
    },
  });
  const remove = useMutation({
    mutationFn: async (commentId: string) => {
      await call(guestEndpoints.deleteGuestComment, { params: { linkId, commentId } });
      await onChange();
    },
  });
  const error = save.error ?? remove.error;
  return (
    <article aria-label={`${comment.author.name} at ${time}`} className="border-b px-4 py-3">
      <button type="button" onClick={onSeek} className="numerals text-xs text-amber hover:underline">
        {time}
      </button>
      {[comment, ...replies].map((one) => (
        <div key={one.id} className={one.parentId === null ? "" : "mt-3 border-l pl-3"}>
          <p className="flex items-center text-sm font-semibold">
            <span className="mr-2 min-w-0 truncate">{one.author.name}</span>
            {one.drawing && <DrawingMark />}
            {one.edited && !one.deleted && <span className="ml-2 font-normal text-soft">edited</span>}
            {one.resolved && <span className="ml-2 font-normal text-soft">Resolved</span>}
          </p>
          {one.deleted ? <p className="text-soft">Comment deleted</p> : <LinkedText text={one.text} />}
          {one.images.map((url) => (
            <img key={url} src={url} alt="" className="mt-2 max-h-48 rounded-sm" />
          ))}
          {writable && !one.deleted && (
            <p className="-ml-2 flex gap-1">
              {one.parentId === null && (
                <Button
                  size="small"
                  variant="quiet"
                  onClick={() => setForm({ id: one.id, kind: "reply", text: "" })}
                >
                  Reply
                </Button>
              )}
              {one.own && (
                <>
                  <Button
                    size="small"
                    variant="quiet"
                    onClick={() => setForm({ id: one.id, kind: "edit", text: one.text })}
                  >
                    Edit
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => remove.mutate(one.id)}>
                    Delete
                  </Button>
                </>
              )}
            </p>
          )}
        </div>
      ))}
      {form && (
        <form
          className="mt-2 flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (form.text.trim() !== "") save.mutate(form);
          }}
        >
          <TextArea
            label={form.kind === "reply" ? "Reply" : "Edit the comment"}
            rows={2}
            maxLength={longestComment}
            value={form.text}
            onChange={({ target }) => setForm({ ...form, text: target.value })}
          />
          <span className="flex justify-end gap-2">
            <Button size="small" onClick={() => setForm(null)}>
              Cancel
            </Button>
            <Button type="submit" size="small" variant="primary" busy={save.isPending && "Saving..."}>
              {form.kind === "reply" ? "Reply" : "Save"}
            </Button>
          </span>
        </form>
      )}
      {error && (
        <p role="alert" className="text-sm text-fault">
          {error.message}
        </p>
      )}
    </article>
  );
}
