import { useChange } from "#core/web/use-change.ts";
import { reviewEndpoints, type Version } from "#modules/review/contract/versions.ts";
import { Button } from "#ui/button.tsx";

interface RequestExtensionProps {
  taskId: number;
  version: Pick<Version, "number" | "extensionRequested">;
}

/** The editor's button that asks the creator to extend the review window. */
export function RequestExtension({ taskId, version }: RequestExtensionProps) {
  const request = useChange(reviewEndpoints.requestExtension, { successToast: true });
  if (version.extensionRequested) return <span className="text-sm text-soft">Extension requested</span>;
  return (
    <Button
      variant="quiet"
      className="px-2! sm:px-4!"
      busy={request.isPending && "Asking..."}
      onClick={() => request.mutate({ params: { id: taskId }, body: { version: version.number } })}
    >
      Ask for more time
    </Button>
  );
}
