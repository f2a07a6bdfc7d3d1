import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";

import { useChange } from "#core/web/use-change.ts";
import { PersonLink } from "#modules/people/web/public/person-link.tsx";
import type { Contributor } from "#modules/tasks/contract/contributor.ts";
import { contributorsEndpoints, newContributor } from "#modules/tasks/contract/contributors.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { contributionText, ContributorFields, noContributor } from "./contributor-fields.tsx";
import { contributorsQuery } from "./queries.ts";

interface ContributorsDialogProps {
  task: Pick<Task, "id" | "taskTitle">;
  onClose: () => void;
}

/** Adds people to a task besides its editor, and removes them. */
export function ContributorsDialog({ task: { id, taskTitle }, onClose }: ContributorsDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(contributorsQuery(id));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Contributors"
      description={
        <>
          They see “<bdi>{taskTitle}</bdi>” with its versions and comment on them. Its editor stays
          responsible.
        </>
      }
    >
      {error && !data && <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && (
        <SkeletonGroup label="Loading contributors">
          <Skeleton className="h-12" />
        </SkeletonGroup>
      )}
      {data && data.length > 0 && (
        <ul className="mb-6 border-t" aria-label="Contributors">
          {data.map((contributor) => (
            <ContributorRow key={contributor.person.id} taskId={id} contributor={contributor} />
          ))}
        </ul>
      )}
      {data && <NewContributor taskId={id} />}
    </Dialog>
  );
}

function ContributorRow({ taskId, contributor }: { taskId: number; contributor: Contributor }) {
  const { person } = contributor;
  const remove = useChange(contributorsEndpoints.removeContributor, {
    fallback: "The contributor couldn't be removed. Try again.",
    successToast: true,
  });
  return (
    <li className="flex items-center justify-between gap-4 border-b py-3">
      <span className="flex min-w-0 items-center gap-3">
        <Avatar name={person.name} src={person.profileImgUrl} size={32} />
        <span className="min-w-0">
          <PersonLink person={person} inText />
          <span className="block text-sm break-words text-soft">{contributionText(contributor)}</span>
        </span>
      </span>
      <Button
        size="small"
        aria-label={`Remove ${person.name}`}
        busy={remove.isPending && "Removing..."}
        onClick={() => remove.mutate({ params: { id: taskId, personId: person.id } })}
      >
        Remove
      </Button>
    </li>
  );
}

function NewContributor({ taskId }: { taskId: number }) {
  const form = useForm({ resolver: zodResolver(newContributor), defaultValues: noContributor });
  const { handleSubmit, reset } = form;
  const add = useChange(contributorsEndpoints.addContributor, {
    fallback: "The contributor couldn't be added. Try again.",
    form,
    successToast: true,
    stores: contributorsQuery(taskId).queryKey,
    onSuccess: () => reset(noContributor),
  });
  return (
    <form
      noValidate
      aria-label="Add a contributor"
      className="flex flex-col gap-5"
      onSubmit={(event) => void handleSubmit((body) => add.mutate({ params: { id: taskId }, body }))(event)}
    >
      <ContributorFields form={form} />
      <Button type="submit" variant="primary" className="self-start" busy={add.isPending && "Adding..."}>
        Add contributor
      </Button>
    </form>
  );
}
