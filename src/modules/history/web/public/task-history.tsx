import { useQuery } from "@tanstack/react-query";

import { useLoadingError } from "#core/web/use-loading-error.ts";
import type { HistoryEntry } from "#modules/history/contract/history.ts";
import { classNames } from "#ui/class-names.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { historyQuery } from "../queries.ts";

/** The history of a task, newest entry first. */
export function TaskHistory({ taskId }: { taskId: number }) {
  const history = useQuery(historyQuery(taskId));
  const error = useLoadingError(history);
  if (error) {
    return (
      <ErrorState message={error} onRetry={() => void history.refetch()} retrying={history.isFetching} />
    );
  }
  if (!history.data) {
    return (
      <SkeletonGroup label="Loading the history">
        <SkeletonText lines={5} />
      </SkeletonGroup>
    );
  }
  return (
    <ol aria-label="History">
      {history.data.toReversed().map((entry) => (
        <Entry key={entry.sequence} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { kind, by, at, for: creator } = entry;
  const dot =
    kind === "published" ? "bg-go" : kind === "expired" || kind === "publish_failed" ? "bg-tally" : "bg-soft";
  return (
    <li className="relative border-l pb-5 pl-4 last:pb-0">
      <span aria-hidden className={classNames("absolute top-1.5 -left-1 size-2 rounded-full", dot)} />
      <p className="wrap-anywhere">{entry.text}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        {by !== null && (
          <span className="wrap-anywhere">
            {by}
            {creator !== null && ` for ${creator}`}
          </span>
        )}
        <Moment at={new Date(at)} />
      </p>
    </li>
  );
}
