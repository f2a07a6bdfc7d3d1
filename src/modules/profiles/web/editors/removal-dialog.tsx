import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { tasksPath } from "#core/paths.ts";
import { useChange } from "#core/web/use-change.ts";
import type { TeamEditor } from "#modules/profiles/contract/editors.ts";
import { teamEndpoints } from "#modules/team/contract/team.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { Moment } from "#ui/timecode.tsx";

import { openTasksQuery } from "./queries.ts";

/** Removes an editor from the team, after showing which of their open tasks have to be reassigned. */
export function RemovalDialog({ editor: { editor }, onClose }: { editor: TeamEditor; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(openTasksQuery(editor.id));
  const remove = useChange(teamEndpoints.removeMember, {
    fallback: "The editor couldn't be removed. Try again.",
    successToast: true,
    onSuccess: onClose,
  });
  const busy = remove.isPending;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      size="small"
      title={`Remove ${editor.name} from your team?`}
      description="Their note is deleted. Tasks that are assigned to them stay theirs until you choose another editor."
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy && "Removing..."}
            disabled={!data}
            onClick={() => remove.mutate({ params: { personId: editor.id } })}
          >
            Remove
          </Button>
        </>
      }
    >
      {error && !data && <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && (
        <SkeletonGroup label="Loading open tasks">
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
      {data?.length === 0 && <p className="text-soft">No open tasks are assigned to them.</p>}
      {data && data.length > 0 && (
        <>
          <p className="font-medium">
            {data.length === 1 ? "Reassign this open task" : `Reassign these ${data.length} open tasks`}
          </p>
          <ul className="mt-2 border-t">
            {data.map((task) => (
              <li key={task.id} className="border-b py-2">
                <Link to={tasksPath("YOUTUBER", task.id)} className="link wrap-anywhere">
                  {task.taskTitle}
                </Link>
                <span className="block text-sm text-soft">
                  Due <Moment at={new Date(task.deadline)} form="deadline" />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
