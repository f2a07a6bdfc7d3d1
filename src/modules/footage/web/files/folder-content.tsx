import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import type { FootageFile } from "#modules/footage/contract/files.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LoadMore } from "#ui/load-more.tsx";

import { SavePanel } from "../downloads/save-panel.tsx";
import type { useSaveToFolder } from "../downloads/use-save-to-folder.ts";
import { type FileFilter, filesQuery } from "../queries.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FileDialog } from "./file-dialog.tsx";
import type { FileItem } from "./file-items.ts";
import { FileList, type FilesView } from "./file-list.tsx";
import { folderQuery } from "./folder-path.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useSelection } from "./use-selection.ts";

interface FolderContentProps {
  taskId: number;
  label: string;
  filter: FileFilter;
  /** Folders before the files. */
  folders: readonly FileItem[];
  /** Whether only folders are listed, not files. */
  foldersOnly: boolean;
  view: FilesView;
  saving: ReturnType<typeof useSaveToFolder>;
  onClearFilter: () => void;
}

const noFiles: readonly FootageFile[] = [];

/** The folders and files of a folder, or the results of a search, with what can be done with selected ones. */
export function FolderContent(props: FolderContentProps) {
  const { taskId, label, filter, folders, foldersOnly, view, saving, onClearFilter } = props;
  const navigate = useNavigate();
  const list = useInfiniteQuery({
    ...filesQuery(taskId, filter),
    enabled: !foldersOnly,
    placeholderData: keepPreviousData,
  });
  const files = foldersOnly ? noFiles : (list.data ?? noFiles);
  const items: FileItem[] = [
    ...folders,
    ...files.map((file) => ({ type: "file" as const, key: `file ${file.id}`, file })),
  ];
  const selection = useSelection(items);
  const [openId, setOpenId] = useState<string | null>(null);
  const [isDeleting, setIsDeleting] = useState(false);
  const openIndex = files.findIndex(({ id }) => id === openId);
  const openFile = files[openIndex];
  const open = (item: FileItem) => {
    if (item.type === "file") setOpenId(item.file.id);
    else void navigate(folderQuery(item.deliveredBy, item.folder));
  };
  const isFiltered = filter.search !== "" || filter.kind !== null;
  const { selected } = selection;
  return (
    <>
      {saving.save && <SavePanel save={saving.save} onCancel={saving.cancel} onDismiss={saving.dismiss} />}
      {list.isLoading && <ListSkeleton />}
      {list.isLoadingError && (
        <ErrorState
          className="mt-6"
          message={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {items.length > 0 && (
        <FileList
          label={label}
          items={items}
          selection={selection}
          view={view}
          withFolders={filter.search !== ""}
          onOpen={open}
        />
      )}
      {items.length === 0 && list.isSuccess && (
        <EmptyState
          title={isFiltered ? "No matching files" : "This folder is empty"}
          action={isFiltered && <Button onClick={onClearFilter}>Clear filters</Button>}
        >
          {isFiltered
            ? "Change the search or the kind to see other files."
            : "Its files were deleted. Go back to the folder above."}
        </EmptyState>
      )}
      <LoadMore
        hasMore={!foldersOnly && list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
        label="Show more files"
      />
      {selected.length > 0 && (
        <SelectionBar
          taskId={taskId}
          items={selected}
          onSaveToFolder={saving.start}
          isSaving={saving.isRunning}
          onDelete={() => setIsDeleting(true)}
          onClear={selection.clear}
        />
      )}
      {isDeleting && (
        <DeleteDialog
          taskId={taskId}
          items={selected}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => {
            setIsDeleting(false);
            selection.clear();
          }}
        />
      )}
      {openFile && (
        <FileDialog
          file={openFile}
          previous={files[openIndex - 1]}
          next={files[openIndex + 1]}
          onShow={({ id }) => setOpenId(id)}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}
