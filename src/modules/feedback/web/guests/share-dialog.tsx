import { useQuery } from "@tanstack/react-query";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { useAction } from "#core/web/use-change.ts";
import { useLoadingError } from "#core/web/use-loading-error.ts";
import { type GuestLink, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";

import { GuestLinkItem } from "./guest-link-item.tsx";
import { LinkForm, type LinkSettings } from "./link-form.tsx";
import { guestLinksQuery } from "./queries.ts";

/** Creates review links, and lists those that exist. */
export function ShareDialog({ taskId, onClose }: { taskId: number; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share for review"
      description="Anyone with the link reviews this version without an account. Guests can't approve. Links expire with the review."
    >
      <NewLink taskId={taskId} />
      <Links taskId={taskId} />
    </Dialog>
  );
}

function NewLink({ taskId }: { taskId: number }) {
  const create = useAction(
    (body: LinkSettings) => call(guestLinkEndpoints.createGuestLink, { params: { id: taskId }, body }),
    {
      errorToast: false,
      refetch: [guestLinksQuery(taskId).queryKey],
      onSuccess: ({ message }) => toast.success(message),
    },
  );
  return (
    <div className="border-b pb-5">
      <LinkForm label="New link" submitLabel="Create link" busyLabel="Creating..." save={create} />
    </div>
  );
}

function Links({ taskId }: { taskId: number }) {
  const links = useQuery(guestLinksQuery(taskId));
  const error = useLoadingError(links);
  if (error) {
    return <ErrorState message={error} onRetry={() => void links.refetch()} retrying={links.isFetching} />;
  }
  if (!links.data) return null;
  const isEnded = ({ state }: GuestLink) => Number(state !== "active");
  if (links.data.length === 0) return <p className="py-5 text-soft">No links yet</p>;
  return (
    <ul aria-label="Links">
      {links.data
        .toSorted((a, b) => isEnded(a) - isEnded(b))
        .map((link) => (
          <GuestLinkItem key={link.id} taskId={taskId} link={link} />
        ))}
    </ul>
  );
}
