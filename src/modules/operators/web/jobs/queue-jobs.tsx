import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { operatorJobEndpoints, type OperatorJob } from "#modules/operators/contract/jobs.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
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
  const jobInput = (jobId: string) => ({ params: { queue, jobId } });
  const columns = jobColumns(queue, (id) => retry.mutate(jobInput(id)));
  return (
    <AdminSection
      title={`Jobs of ${queue}`}
      note="Up to 50, failed ones first. Preparations and deliveries are cancelled above."
    >
      <Loaded query={jobs} label="Loading jobs">
        {(rows) =>
          rows.length === 0 ? (
            <p className="border-b py-3 text-sm text-soft">This queue has no unfinished jobs.</p>
          ) : (
            <DataTable label={`Jobs of ${queue}`} columns={columns} rows={rows} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
    </AdminSection>
  );
}

function jobColumns(queue: string, retry: (id: string) => void): readonly Column<OperatorJob>[] {
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
        <span className="line-clamp-4 break-words text-soft" title={problem ?? undefined}>
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
            {state !== "running" && <CancelJob queue={queue} id={id} />}
          </span>
        );
      },
    },
  ];
}

function CancelJob({ queue, id }: { queue: string; id: string }) {
  const [confirming, setConfirming] = useState(false);
  const cancel = useChange(operatorJobEndpoints.cancelJob, {
    successToast: true,
    refetch: [jobsKey, logKey],
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setConfirming(true)}>
        Cancel
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Cancel this job?"
        description={`The job of ${queue} is not run. This can't be undone.`}
        confirmLabel="Cancel job"
        cancelLabel="Keep job"
        tone="danger"
        busy={cancel.isPending && "Cancelling..."}
        onConfirm={() => cancel.mutate({ params: { queue, jobId: id } })}
      />
    </>
  );
}
