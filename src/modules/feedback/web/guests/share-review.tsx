import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";

import { GuestLinkItem } from "./guest-link-item.tsx";
import { guestLinksQuery } from "./queries.ts";

/** The creator's button and dialog for review links. */
export function ShareReview({ taskId }: { taskId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        label="Share for review"
        icon={<Share2 aria-hidden className="size-4.5" strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Share for review"
        description="Anyone with the link reviews this version without an account. Guests can't approve. Links end with the review."
      >
        <NewLink taskId={taskId} />
        <Links taskId={taskId} />
      </Dialog>
    </>
  );
}

function NewLink({ taskId }: { taskId: number }) {
  const queries = useQueryClient();
  const [mayComment, setMayComment] = useState(true);
  const [mayDownload, setMayDownload] = useState(false);
  const [password, setPassword] = useState("");
  const [expires, setExpires] = useState("");
  const create = useMutation({
    mutationFn: async () => {
      const expiresAt = expires === "" ? null : new Date(expires).toISOString();
      const body = { mayComment, mayDownload, password: password === "" ? null : password, expiresAt };
      return call(guestLinkEndpoints.createGuestLink, { params: { id: taskId }, body });
    },
    onSuccess: async ({ message }) => {
      setPassword("");
      toast.success(message);
      await queries.invalidateQueries({ queryKey: guestLinksQuery(taskId).queryKey });
    },
  });
  return (
    <form
      aria-label="New link"
      className="flex flex-col gap-3 border-b pb-5"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <span className="flex flex-wrap gap-x-6">
        <Checkbox
          label="Guests can comment"
          checked={mayComment}
          onChange={({ target }) => setMayComment(target.checked)}
        />
        <Checkbox
          label="Guests can download the video"
          checked={mayDownload}
          onChange={({ target }) => setMayDownload(target.checked)}
        />
      </span>
      <span className="flex flex-wrap gap-4 *:min-w-52 *:flex-1">
        <TextField
          label="Password"
          optional
          autoComplete="off"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <TextField
          label="Expires"
          optional
          type="datetime-local"
          value={expires}
          onChange={({ target }) => setExpires(target.value)}
        />
      </span>
      {create.error && (
        <p role="alert" className="text-sm text-fault">
          {create.error.message}
        </p>
      )}
      <Button type="submit" variant="primary" busy={create.isPending && "Creating..."} className="self-end">
        Create link
      </Button>
    </form>
  );
}

function Links({ taskId }: { taskId: number }) {
  const links = useQuery(guestLinksQuery(taskId));
  const error = useLoadingError(links);
  if (error) {
    return <ErrorState message={error} onRetry={() => void links.refetch()} retrying={links.isFetching} />;
  }
  if (!links.data) return null;
  if (links.data.length === 0) return <p className="py-5 text-soft">No links yet</p>;
  return (
    <ul aria-label="Links">
      {links.data.map((link) => (
        <GuestLinkItem key={link.id} taskId={taskId} link={link} />
      ))}
    </ul>
  );
}
