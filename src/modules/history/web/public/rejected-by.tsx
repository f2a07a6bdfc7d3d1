import { useQuery } from "@tanstack/react-query";

import { historyQuery } from "../queries.ts";

/** Continues "Version 1 was rejected" with the name of the user who did it, once the history is loaded. */
export function RejectedBy({ taskId, version }: { taskId: number; version: number }) {
  const { data } = useQuery(historyQuery(taskId));
  const rejection = data?.findLast(
    (entry) => entry.kind === "changes_requested" && entry.version === version,
  );
  if (!rejection?.by) return null;
  return (
    <>
      {" by "}
      <bdi>{rejection.by}</bdi>
    </>
  );
}
