import { useState } from "react";

import { useChange } from "#core/web/use-change.ts";
import { type Activity, operatorJobEndpoints } from "#modules/operators/contract/jobs.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { formatBytes, formatPercent, formatTimeLeft } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";

import type { Column } from "../data-table.tsx";
import { jobsKey, logKey } from "../query-keys.ts";

export const activityColumns: readonly Column<Activity>[] = [
  {
    label: "What",
    cell: ({ kind, destination }) => (
      <span className="whitespace-nowrap">
        {kind === "preparation"
          ? "Preparation"
          : `Delivery${destination === null ? "" : ` (${destination})`}`}
      </span>
    ),
  },
  { label: "Task", cell: ({ taskId }) => <span className="font-mono">{taskId ?? "–"}</span> },
  { label: "User", from: "md", cell: ({ owner }) => <bdi>{owner ?? "–"}</bdi> },
  { label: "Size", number: true, from: "sm", cell: ({ bytes }) => formatBytes(bytes) },
  {
    label: "Progress",
    wide: true,
    from: "sm",
    cell: ({ progress, ...activity }) => (
      <ProgressBar percent={progress * 100} label={`Progress of ${activityName(activity)}`} tone="live" />
    ),
  },
  {
    label: "Left",
    number: true,
    cell: ({ progress, secondsLeft }) => {
      const percent = formatPercent(progress * 100);
      if (secondsLeft === null) return percent;
      return (
        <>
          {formatTimeLeft(secondsLeft)}
          <span className="block text-xs text-soft sm:hidden">{percent}</span>
        </>
      );
    },
  },
  { label: "Actions", hideLabel: true, cell: (activity) => <CancelActivity activity={activity} /> },
];

function activityName({ kind, taskId }: Pick<Activity, "kind" | "taskId">): string {
  return `the ${kind} of ${taskId === null ? "a video without a task" : `task ${taskId}`}`;
}

const texts = {
  preparation: {
    title: "Cancel this preparation?",
    description:
      "The version can no longer be watched, and its editor is asked to upload it again. This can't be undone.",
    confirmLabel: "Cancel preparation",
    cancelLabel: "Keep preparing",
  },
  delivery: {
    title: "Cancel this delivery?",
    description:
      "What was uploaded to the platform is deleted. The task returns to its creator as approved, and they can publish it again.",
    confirmLabel: "Cancel delivery",
    cancelLabel: "Keep delivering",
  },
} as const;

function CancelActivity({ activity: { id, kind, taskId, cancellable } }: { activity: Activity }) {
  const [confirming, setConfirming] = useState(false);
  const options = {
    successToast: true,
    refetch: [jobsKey, logKey],
    onSettled: () => setConfirming(false),
  } as const;
  const preparation = useChange(operatorJobEndpoints.cancelPreparation, options);
  const delivery = useChange(operatorJobEndpoints.cancelRunningDelivery, options);
  if (!cancellable) return null;
  const confirm = () =>
    kind === "preparation"
      ? preparation.mutate({ params: { videoId: id } })
      : delivery.mutate({ params: { deliveryId: id } });
  return (
    <span className="flex justify-end">
      <Button
        size="small"
        variant="quiet"
        aria-label={`Cancel ${activityName({ kind, taskId })}`}
        onClick={() => setConfirming(true)}
      >
        Cancel
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        {...texts[kind]}
        tone="danger"
        busy={(preparation.isPending || delivery.isPending) && "Cancelling..."}
        onConfirm={confirm}
      />
    </span>
  );
}
