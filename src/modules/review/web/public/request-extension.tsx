import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";

import { notifyThisClient } from "#core/web/realtime.ts";
import type { Version } from "#modules/review/contract.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import { requestExtension } from "../queries.ts";

interface RequestExtensionProps {
  taskId: number;
  version: Pick<Version, "number" | "extensionRequested">;
}

/** The editor's button that asks the creator to extend the review window. */
export function RequestExtension({ taskId, version }: RequestExtensionProps) {
  const request = useMutation({
    mutationFn: () => requestExtension(taskId, version.number),
    onSuccess: (message) => toast.success(message),
    onError: (error) => showErrorToast(error),
    onSettled: () => notifyThisClient(taskChanged, { taskId }),
  });
  if (version.extensionRequested) return <span className="text-sm text-soft">Extension requested</span>;
  return (
    <Button
      variant="quiet"
      className="px-2! sm:px-4!"
      busy={request.isPending && "Asking..."}
      onClick={() => request.mutate()}
    >
      Ask for more time
    </Button>
  );
}
