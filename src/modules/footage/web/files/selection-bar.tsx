import { Download, FolderDown, ListChecks, Trash2, X } from "lucide-react";

import type { Selection } from "#modules/footage/contract/files.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";

import { downloadFile, useDownload } from "../downloads/use-download.ts";
import { countItems, type FileItem, formatTotals, mayDelete, selectionFrom } from "./file-items.ts";

interface SelectionBarProps {
  taskId: number;
  items: readonly FileItem[];
  onSaveToFolder: ((selection: Selection) => void) | null;
  isSaving: boolean;
  onDelete: () => void;
  onClear: () => void;
}

/** Actions for the selected files, and their number. */
export function SelectionBar(props: SelectionBarProps) {
  const { taskId, items, onSaveToFolder, isSaving, onDelete, onClear } = props;
  const { zip, checksums } = useDownload(taskId);
  const selection = selectionFrom(items);
  const [first] = items;
  const single = items.length === 1 && first?.type === "file" && first.file.url !== null ? first.file : null;
  return (
    <div
      role="toolbar"
      aria-label="Selected files"
      className="sticky bottom-[calc(var(--bottom-bar)+var(--upload-bar))] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-sm border border-edge bg-panel px-3 py-2"
    >
      <output className="numerals mr-auto text-sm font-medium max-wide:flex-1">
        {formatTotals(countItems(items))} selected
      </output>
      <IconButton
        className="wide:order-last"
        size="small"
        label="Clear the selection"
        icon={<X aria-hidden className="size-4" />}
        onClick={onClear}
      />
      <span aria-hidden className="-mt-2 w-full wide:hidden" />
      {single ? (
        <Button size="small" onClick={() => downloadFile(single)}>
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      ) : (
        <Button size="small" onClick={() => zip.mutate(selection)} busy={zip.isPending && "Preparing..."}>
          <Download aria-hidden className="size-4" />
          Download ZIP
        </Button>
      )}
      {onSaveToFolder && (
        <Button size="small" disabled={isSaving} onClick={() => onSaveToFolder(selection)}>
          <FolderDown aria-hidden className="size-4" />
          Save to folder
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        onClick={() => checksums.mutate(selection)}
        busy={checksums.isPending && "Loading..."}
      >
        <ListChecks aria-hidden className="size-4" />
        Checksums<span className="max-wide:sr-only"> (SHA256SUMS)</span>
      </Button>
      {items.every(mayDelete) && (
        <Button size="small" variant="danger" onClick={onDelete}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
    </div>
  );
}
