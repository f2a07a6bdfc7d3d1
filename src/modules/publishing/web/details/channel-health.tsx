import { useQuery } from "@tanstack/react-query";

import { Moment, Timecode } from "#ui/timecode.tsx";

import { ConnectionProblem } from "../connection-problem.tsx";
import { healthQuery } from "./queries.ts";

/** What limits publishing on a channel: age and permissions of the connection, uploads left, thumbnails. */
export function ChannelHealth({ destinationId, taskId }: { destinationId: string; taskId: number }) {
  const { data: health } = useQuery(healthQuery(destinationId));
  if (!health) return null;
  const { connectedAt, missingPermissions, uploadsLeft, uploadsPerDay, verified, problem } = health;
  return (
    <>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        <li>
          Connected since <Moment at={new Date(connectedAt)} form="deadline" />
        </li>
        <li>
          <Timecode>
            {uploadsLeft} of {uploadsPerDay}
          </Timecode>{" "}
          uploads left today
        </li>
        {missingPermissions.length === 0 && <li>All permissions given</li>}
        {verified === true && <li>Custom thumbnails allowed</li>}
      </ul>
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
        <ConnectionProblem
          kind="youtube"
          problem={`Missing permission: ${missingPermissions.join(", ")}. Reconnect the channel and leave every box checked.`}
          reconnect
          taskId={taskId}
        />
      )}
      {problem !== null && (
        <ConnectionProblem kind="youtube" problem={problem} reconnect={health.reconnect} taskId={taskId} />
      )}
    </>
  );
}
