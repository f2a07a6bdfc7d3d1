import { toast } from "sonner";

import { useChange } from "#core/web/use-change.ts";
import { footageEndpoints } from "#modules/footage/contract/files.ts";
import { AlertDialog } from "#ui/alert-dialog.tsx";
import { formatBytes } from "#ui/format.ts";

import { filesKey, filesOverviewKey } from "../query-keys.ts";
import { countItems, type FileItem, formatFileCount, selectionFrom } from "./file-items.ts";

interface DeleteDialogProps {
  taskId: number;
  items: readonly FileItem[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks whether the selected files should be deleted. */
export function DeleteDialog({ taskId, items, onClose, onDeleted }: DeleteDialogProps) {
  const { files, bytes } = countItems(items);
  const change = useChange(footageEndpoints.deleteFiles, {
    refetch: [
      [...filesOverviewKey, taskId],
      [...filesKey, taskId],
    ],
    onSuccess: ({ data }) => {
      toast.success(`${formatFileCount(data.deleted)} deleted`);
      onDeleted();
    },
    onError: onClose,
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Delete ${formatFileCount(files)}?`}
      description={`${formatBytes(bytes)} are deleted from the server for everyone in this task. This can't be undone.`}
      confirmLabel="Delete"
      tone="danger"
      busy={change.isPending && "Deleting..."}
      onConfirm={() => change.mutate({ params: { id: taskId }, body: selectionFrom(items) })}
    />
  );
}
