import { useState } from "react";
import { useSearchParams } from "react-router";

import type { FootageOverview } from "#modules/footage/contract/files.ts";
import { useDebounced } from "#ui/use-debounced.ts";

import type { useSaveToFolder } from "../downloads/use-save-to-folder.ts";
import type { FileFilter } from "../queries.ts";
import { filesViewKey } from "../storage-keys.ts";
import type { FileItem } from "./file-items.ts";
import type { FilesView } from "./file-list.tsx";
import { FilesToolbar } from "./files-toolbar.tsx";
import { FolderContent } from "./folder-content.tsx";
import { FolderPath } from "./folder-path.tsx";
import { countFiles, listFolders, listPlaces } from "./folder-tree.ts";

interface FilesContentProps {
  taskId: number;
  overview: FootageOverview;
  saving: ReturnType<typeof useSaveToFolder>;
}

const everything = { search: "", kind: null, order: "name" } as const;

/** The files of a task that has some: the folder that the URL names, or all places. */
export function FilesContent({ taskId, overview, saving }: FilesContentProps) {
  const [parameters] = useSearchParams();
  const [shown, setShown] = useState<Pick<FileFilter, "search" | "kind" | "order">>(everything);
  const [view, setView] = useState<FilesView>(() =>
    localStorage.getItem(filesViewKey) === "grid" ? "grid" : "list",
  );
  const search = useDebounced(shown.search.trim(), 250);
  const places = listPlaces(overview.folders);
  const from = parameters.get("from");
  const deliveredBy = from === null || from === "creator" ? null : Number(from);
  const severalPlaces = places.length > 1;
  const showsPlaces = severalPlaces && from === null;
  const place = severalPlaces || places.includes(deliveredBy) ? deliveredBy : (places[0] ?? null);
  const folder = parameters.get("folder") ?? "";
  const isSearching = search !== "";
  const placeName = (id: number | null) => {
    if (id === null) return "Footage";
    return `From ${overview.people.find((person) => person.id === id)?.name ?? "a deleted account"}`;
  };
  const mayDeleteIn = (id: number | null) =>
    overview.abilities.deleteAll || (id !== null && overview.abilities.add && id === overview.deliveredBy);

  const placeItems = places.map((id): FileItem => {
    const { files, bytes } = countFiles(overview.folders, id);
    const name = placeName(id);
    return {
      type: "folder",
      key: `place ${id}`,
      name,
      deliveredBy: id,
      folder: "",
      mayDelete: mayDeleteIn(id),
      files,
      bytes,
    };
  });
  const folderItems = listFolders(overview.folders, place, folder).map((entry): FileItem =>
    Object.assign(
      {
        type: "folder" as const,
        key: `folder ${entry.folder}`,
        deliveredBy: place,
        mayDelete: mayDeleteIn(place),
      },
      entry,
    ),
  );
  const hasFolders = !isSearching && shown.kind === null;
  const foldersOnly = showsPlaces && !isSearching;
  const label = isSearching ? "Search results" : showsPlaces ? "All files" : placeName(place);
  const changeView = (next: FilesView) => {
    localStorage.setItem(filesViewKey, next);
    setView(next);
  };
  return (
    <>
      <FilesToolbar
        shown={shown}
        searchOnly={foldersOnly}
        onChange={(change) => setShown({ ...shown, ...change })}
        view={view}
        onViewChange={changeView}
      />
      <div className="mt-2">
        {isSearching ? (
          <p className="py-2 text-sm text-soft">Results in all folders</p>
        ) : (
          !showsPlaces &&
          (severalPlaces || folder !== "") && (
            <FolderPath
              deliveredBy={place}
              folder={folder}
              placeName={severalPlaces || place !== null ? placeName(place) : "All files"}
              severalPlaces={severalPlaces}
            />
          )
        )}
      </div>
      <FolderContent
        key={isSearching ? "search" : `${from} ${folder}`}
        taskId={taskId}
        label={label}
        filter={{ ...shown, search, deliveredBy: place, folder }}
        folders={foldersOnly ? placeItems : hasFolders ? folderItems : []}
        foldersOnly={foldersOnly}
        view={view}
        saving={saving}
        onClearFilter={() => setShown(everything)}
      />
    </>
  );
}
