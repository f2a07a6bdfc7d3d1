import { useQuery } from "@tanstack/react-query";

import { isSolvedByDetails } from "#modules/publishing/rules/recovery-actions.ts";

import { progressQuery, statusQuery } from "../deliveries/queries.ts";

/** Notice about refused details of a video, above the form that corrects them. */
export function RefusedNote({ taskId }: { taskId: number }) {
  const status = useQuery(statusQuery(taskId));
  const progress = useQuery({ ...progressQuery(taskId), enabled: status.data?.publishFailed === true });
  const refused = (progress.data?.deliveries ?? []).filter((delivery) => isSolvedByDetails(delivery));
  const problems = new Set(refused.map(({ problem }) => problem));
  if (problems.size === 0) return null;
  return (
    <div className="mt-4 max-w-prose border-l-2 border-fault pl-3">
      {[...problems].map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <p className="mt-1 text-soft">Save your changes, then start the upload again on the next page.</p>
    </div>
  );
}
