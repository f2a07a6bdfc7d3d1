import { useQuery } from "@tanstack/react-query";

import type { PublishSummary } from "#modules/publishing/contract/start.ts";
import { Moment, Timecode } from "#ui/timecode.tsx";

import { ProblemNote } from "../operations/problem-note.tsx";
import { healthQuery } from "./queries.ts";

interface ChannelHealthProps {
  destination: PublishSummary["destinations"][number];
  taskId: number;
}

/** The limits of publishing on a channel: age and permissions of the connection, uploads left, thumbnails. */
export function ChannelHealth({ destination: { id, kind }, taskId }: ChannelHealthProps) {
  const { data: health } = useQuery(healthQuery(id));
  if (!health) return null;
  const { connectedAt, missingPermissions, verified, problem, recoveryActions } = health;
  const { uploadsLeft, uploadsPerDay, quotaRenewsAt } = health;
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        <li>
          Connected since <Moment at={new Date(connectedAt)} form="deadline" />
        </li>
        {uploadsLeft !== null && (
          <li>
            <Timecode>
              {uploadsLeft} of {uploadsPerDay}
            </Timecode>{" "}
            uploads left today
          </li>
        )}
        {missingPermissions.length === 0 && problem === null && <li>The connection works</li>}
        {verified === true && <li>Custom thumbnails allowed</li>}
      </ul>
      {uploadsLeft === 0 && (
        <p className="mt-1.5 border-l-2 border-amber pl-3 text-sm text-soft">
          Today's uploads to YouTube, or your share of them, are used up. More are available from{" "}
          <Moment at={new Date(quotaRenewsAt)} form="deadline" />.
        </p>
      )}
      {verified === false && (
        <p className="mt-1.5 border-l-2 border-amber pl-3 text-sm text-soft">
          YouTube allows custom thumbnails and videos over 15 minutes once the channel is verified by phone at{" "}
          <a href="https://www.youtube.com/verify" target="_blank" rel="noreferrer" className="link">
            youtube.com/verify
          </a>
          .
        </p>
      )}
      {missingPermissions.length > 0 && (
        <ProblemNote
          kind={kind}
          problem={`Missing permission: ${missingPermissions.join(", ")}. Reconnect the channel and leave every box checked.`}
          recoveryActions={["reconnect"]}
          taskId={taskId}
        />
      )}
      {problem !== null && (
        <ProblemNote kind={kind} problem={problem} recoveryActions={recoveryActions} taskId={taskId} />
      )}
    </>
  );
}
