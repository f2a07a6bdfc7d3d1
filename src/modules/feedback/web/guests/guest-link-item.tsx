import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";

import { call } from "#core/web/client.ts";
import { copyLink } from "#core/web/copy-link.ts";
import { useAction, useChange } from "#core/web/use-change.ts";
import { type GuestLink, guestLinkEndpoints } from "#modules/feedback/contract/guests.ts";
import type { LinkState, VisitKind } from "#modules/feedback/rules/guests.ts";
import { Button } from "#ui/button.tsx";
import { Moment } from "#ui/timecode.tsx";

import { LinkForm, type LinkSettings } from "./link-form.tsx";
import { guestLinksQuery, guestVisitsQuery } from "./queries.ts";

const stateLabels: Record<LinkState, string> = {
  active: "Active",
  ended: "Review ended",
  expired: "Expired",
  revoked: "Revoked",
};
const visitLabels: Record<VisitKind, string> = {
  opened: "Opened",
  wrong_password: "Wrong password",
  commented: "Commented",
  downloaded: "Downloaded",
};

/** A link with its settings, its actions and, on demand, its access log. */
export function GuestLinkItem({ taskId, link }: { taskId: number; link: GuestLink }) {
  const [isLogOpen, setLogOpen] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const address = { id: taskId, linkId: link.id };
  const refetch = [guestLinksQuery(taskId).queryKey];
  const change = useAction(
    (body: LinkSettings) => call(guestLinkEndpoints.changeGuestLink, { params: address, body }),
    {
      errorToast: false,
      refetch,
      onSuccess: ({ message }) => {
        toast.success(message);
        setChanging(false);
      },
    },
  );
  const revoke = useChange(guestLinkEndpoints.revokeGuestLink, { refetch });
  const settings = [
    link.mayComment ? "View and comment" : "View only",
    ...(link.mayDownload ? ["download"] : []),
    ...(link.mayWatchTogether ? ["watch together"] : []),
    ...(link.hasPassword ? ["password"] : []),
  ].join(", ");
  return (
    <li className="border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">Version {link.version}</span>
        <span className={link.state === "active" ? "font-medium" : "text-soft"}>
          {stateLabels[link.state]}
        </span>
        <span className="text-soft">{settings}</span>
      </p>
      <p className="text-sm text-soft">
        {link.guests === 0 ? "No guests yet" : link.guests === 1 ? "1 guest" : `${link.guests} guests`}
        {link.expiresAt && (link.state === "active" || link.state === "expired") && (
          <>
            , {link.state === "active" ? "expires" : "expired"} <Moment at={new Date(link.expiresAt)} />
          </>
        )}
      </p>
      <span className="mt-2 flex flex-wrap gap-2">
        {link.path && (
          <>
            <Button size="small" onClick={() => void copyLink(link.path ?? "")}>
              Copy link
            </Button>
            <Button size="small" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
              Change
            </Button>
            <Button
              size="small"
              onClick={() => revoke.mutate({ params: address })}
              busy={revoke.isPending && "Revoking..."}
            >
              Revoke
            </Button>
          </>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isLogOpen}
          onClick={() => setLogOpen(!isLogOpen)}
          className="first:-ml-3"
        >
          Access log
        </Button>
      </span>
      {isChanging && (
        <div className="mt-3 border-l-2 pl-4">
          <LinkForm
            label="Change the link"
            link={link}
            submitLabel="Save"
            busyLabel="Saving..."
            save={change}
          >
            <Button variant="quiet" onClick={() => setChanging(false)}>
              Cancel
            </Button>
          </LinkForm>
          {link.guests > 0 && <p className="mt-2 text-sm text-soft">Guests must enter the new password.</p>}
        </div>
      )}
      {isLogOpen && <AccessLog taskId={taskId} linkId={link.id} />}
    </li>
  );
}

function AccessLog({ taskId, linkId }: { taskId: number; linkId: string }) {
  const visits = useQuery(guestVisitsQuery(taskId, linkId));
  if (visits.error) return <p className="mt-2 text-sm text-fault">{visits.error.message}</p>;
  if (visits.data?.length === 0) return <p className="mt-2 text-sm text-soft">Not opened yet</p>;
  return (
    <ul aria-label="Access log" className="mt-2 max-h-48 overflow-y-auto text-sm">
      {visits.data?.map(({ id, at, kind, name, address }) => (
        <li key={id} className="flex flex-wrap gap-x-3 py-1">
          <Moment at={new Date(at)} />
          <span>{visitLabels[kind]}</span>
          <span>{name}</span>
          <span className="numerals text-soft">{address}</span>
        </li>
      ))}
    </ul>
  );
}
