import type { ReactNode } from "react";
import { Link } from "react-router";

import { settingsPath } from "#core/paths.ts";
import type { FetchProblem, FigureState } from "#modules/analytics/contract/figures.ts";
import { FiguresAccessButton } from "#modules/publishing/web/public/figures-access-button.tsx";
import { Moment } from "#ui/timecode.tsx";

interface FigureNoticeProps {
  state: FigureState;
  platform: string;
  channel: string;
  /** Null once the destination was disconnected. */
  destinationId: string | null;
  /** Whether the reader is the creator, who can do something about it. */
  own: boolean;
}

/** Says why there are no figures, and what to do. Nothing if there are. */
export function FigureNotice({ state, platform, channel, destinationId, own }: FigureNoticeProps) {
  const of = channel === "" ? platform : `${channel} on ${platform}`;
  const access = destinationId !== null && (
    <FiguresAccessButton destinationId={destinationId} label="Allow access to analytics" />
  );
  switch (state) {
    case "ready":
      return null;
    case "waiting":
      return (
        <Notice title="Waiting for the first analytics">
          {platform} delivers analytics two to three days late. They appear here as soon as they arrive. Until
          then, only the current counts are shown.
        </Notice>
      );
    case "no_access":
      return own ? (
        <Notice title={`Reelay can't read analytics for ${of} yet`} action={access}>
          Reelay needs your permission to show views, watch time and retention. It can't change anything on
          your channel, and publishing works without it. On the next page, keep "View YouTube Analytics
          reports" selected.
        </Notice>
      ) : (
        <Notice title="No access to analytics yet">
          The creator hasn't allowed Reelay to read analytics for {of}. Ask them to open Analytics and allow
          access.
        </Notice>
      );
    case "disconnected":
      return own ? (
        <Notice
          title={`${channel === "" ? "This channel" : channel} is not connected`}
          action={
            <Link to={settingsPath("YOUTUBER", "publishing")} className="link font-medium">
              Connect it in Settings
            </Link>
          }
        >
          Analytics are deleted when a channel is disconnected. Once you connect it again, Reelay reads them
          from {platform} again.
        </Notice>
      ) : (
        <Notice title="The channel is not connected">
          Its analytics were deleted. Ask the creator to connect it again in their settings.
        </Notice>
      );
    case "none":
      return (
        <Notice title={`No analytics from ${platform}`}>
          Reelay can't read how often videos are watched there. Publish to YouTube as well to see results.
        </Notice>
      );
  }
}

/** The reason why the figures are older than they should be. */
export function ProblemNotice({ problem: { message, retryAt }, of }: { problem: FetchProblem; of?: string }) {
  return (
    <Notice
      title={of === undefined ? "Analytics couldn't be updated" : `Analytics for ${of} couldn't be updated`}
    >
      {message}
      {retryAt && (
        <>
          {" "}
          The next attempt is at <Moment at={new Date(retryAt)} tone="ink" />.
        </>
      )}
    </Notice>
  );
}

function Notice({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section role="note" aria-label={title} className="mt-6 max-w-prose border-l-2 border-edge py-1 pl-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1 text-soft">{children}</p>
      {action && <p className="mt-3">{action}</p>}
    </section>
  );
}
