import { useQuery } from "@tanstack/react-query";
import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import { checksEndpoints } from "#modules/checks/contract/checks.ts";
import { SettingsSection } from "#modules/sign-in/web/public/settings-section.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

import { creatorSpecificationQuery } from "../queries.ts";
import { SpecificationForm } from "../specifications/specification-form.tsx";

/** The creator's delivery specification, with which the versions of their tasks are compared. */
export function CreatorSpecification() {
  const { data, error, isFetching, refetch } = useQuery(creatorSpecificationQuery);
  const save = useChange(checksEndpoints.saveCreatorSpecification, {
    fallback: "The specification couldn't be saved.",
    stores: creatorSpecificationQuery.queryKey,
    onSuccess: () => toast.success("Specification saved. Open tasks are checked again."),
  });
  return (
    <SettingsSection
      title="Delivery specification"
      description="Files that you expect from editors. They see it in the brief, and the technical check compares each version with it. You can change it for each task."
    >
      {data ? (
        <SpecificationForm
          initial={data}
          isSaving={save.isPending}
          onSave={(specification) => save.mutate({ query: {}, body: { specification } })}
        />
      ) : error ? (
        <ErrorState message={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonGroup label="Loading the specification">
          <Skeleton className="h-64 max-w-2xl" />
        </SkeletonGroup>
      )}
    </SettingsSection>
  );
}
