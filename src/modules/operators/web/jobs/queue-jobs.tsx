import { useQuery } from "@tanstack/react-query";

import { useChange } from "#core/web/use-change.ts";
import { operatorJobEndpoints, type OperatorJob } from "#modules/operators/contract/jobs.ts";
import { Button } from "#ui/button.tsx";
import { formatMoment } from "#ui/format.ts";

import { AdminSection, Loaded } from "../admin-page.tsx";
import { type Column, DataTable } from "../data-table.tsx";
import { jobsQuery } from "../queries.ts";
import { jobsKey, logKey } from "../query-keys.ts";

const stateNames = { waiting: "Waiting", running: "Running", failed: "Failed" } as const;

/** The unfinished jobs of a queue, with buttons that retry and cancel them. */
export function QueueJobs({ queue }: { queue: string }) {
  const jobs = useQuery(jobsQuery(queue));
  const options = { successToast: true, refetch: [jobsKey, logKey] } as const;
  const retry = useChange(operatorJobEndpoints.retryJob, options);
  const cancel = useChange(operatorJobEndpoints.cancelJob, options);
  const inputOf = (jobId: string) => ({ params: { queue, jobId } });
  const columns = jobColumns(
    (id) => retry.mutate(inputOf(id)),
    (id) => cancel.mutate(inputOf(id)),
  );
  return (
    <AdminSection
      title={`Jobs of ${queue}`}
      note="Up to 50, failed ones first. Preparations and deliveries are canceled above."
    >
      <Loaded query={jobs} label="Loading jobs">
        {(rows) =>
          rows.length === 0 ? (
            <p className="border-b py-3 text-sm text-soft">This queue has no unfinished jobs.</p>
          ) : (
            <DataTable label={`Jobs of ${queue}`} columns={columns} rows={rows} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </AdminSection>
  );
}

function jobColumns(
  retry: (id: string) => void,
  cancel: (id: string) => void,
): readonly Column<OperatorJob>[] {
  return [
    { label: "State", cell: ({ state }) => stateNames[state] },
    {
      label: "Due",
      from: "sm",
      cell: ({ dueAt }) => (
        <span className="font-mono whitespace-nowrap">{formatMoment(new Date(dueAt))}</span>
      ),
    },
    { label: "Attempts", number: true, from: "sm", cell: ({ attempts }) => attempts },
    {
      label: "Last failure",
      wide: true,
      cell: ({ problem }) => (
        <span className="block truncate text-soft" title={problem ?? undefined}>
          {problem ?? "–"}
        </span>
      ),
    },
    {
      label: "Actions",
      hideLabel: true,
      cell: ({ id, state }) => {
        return (
          <span className="flex justify-end gap-1">
            {state === "failed" && (
              <Button size="small" onClick={() => retry(id)}>
                Retry
              </Button>
            )}
            {state !== "running" && (
              <Button size="small" variant="quiet" onClick={() => cancel(id)}>
                Cancel
              </Button>
            )}
          </span>
        );
      },
    },
  ];
}
