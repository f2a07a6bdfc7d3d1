import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";

import type { Task } from "#modules/tasks/contract/tasks.ts";
import { mayEdit } from "#modules/tasks/rules/stages.ts";
import { can } from "#modules/tasks/web/public/can.ts";
import { Button } from "#ui/button.tsx";
import { DialogBoundary } from "#ui/dialog-boundary.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { taskSpecificationQuery } from "../queries.ts";
import { specificationRows } from "../specifications/specification-rows.ts";
import { SpecificationTable } from "../specifications/specification-table.tsx";

const SpecificationDialog = lazy(async () => ({
  default: (await import("../specifications/specification-dialog.tsx")).SpecificationDialog,
}));

/** The delivery specification in the brief of a task. Nothing for those who can't change that there is none. */
export function TaskSpecification({ task }: { task: Pick<Task, "id" | "stage" | "abilities"> }) {
  const { data, error, isFetching, refetch } = useQuery(taskSpecificationQuery(task.id));
  const [isEditing, setEditing] = useState(false);
  const edits = can(task, "edit") && mayEdit(task.stage);
  const close = () => setEditing(false);
  if (data && !edits && specificationRows(data.effective).length === 0) return null;
  return (
    <section className="mt-6 border-t pt-4">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-heading text-xl">Delivery specification</h3>
        {data && (
          <span className="text-sm text-soft">
            {data.task ? "for this task" : "as in the creator's settings"}
          </span>
        )}
        {data && edits && (
          <Button size="small" className="ml-auto" aria-haspopup="dialog" onClick={() => setEditing(true)}>
            Change
          </Button>
        )}
      </div>
      {data ? (
        <SpecificationTable specification={data.effective} />
      ) : error ? (
        <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonGroup label="Loading the specification">
          <Skeleton className="h-24 max-w-md" />
        </SkeletonGroup>
      )}
      {isEditing && data && (
        <DialogBoundary onClose={close}>
          <SpecificationDialog taskId={task.id} specification={data} onClose={close} />
        </DialogBoundary>
      )}
    </section>
  );
}
