import { useEffect, useRef, useState } from "react";

import { filePickers } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import type { Download, Selection } from "#modules/footage/contract/files.ts";

import { type SaveProgress, saveToFolder } from "./save-to-folder.ts";
import { createDownload, reportOmitted } from "./use-download.ts";

export interface FolderSave {
  state: "running" | "done" | "cancelled";
  download: Download;
  progress: SaveProgress;
  /** Bytes per second since it began. */
  speed: number;
}

/** Saves a selection to a folder that the user chooses, while this screen is open. */
export function useSaveToFolder(taskId: number) {
  const [save, setSave] = useState<FolderSave | null>(null);
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);
  const action = useAction(async (selection: Selection) => {
    const root = await chooseFolder();
    if (!root) return;
    const download = await createDownload(taskId, selection);
    reportOmitted(download);
    const controller = new AbortController();
    abort.current = controller;
    const startedAt = performance.now();
    const show = (progress: SaveProgress, state: FolderSave["state"]) => {
      const seconds = Math.max((performance.now() - startedAt) / 1000, 0.001);
      setSave({ state, download, progress, speed: progress.bytes / seconds });
    };
    let last: SaveProgress = { savedFiles: 0, bytes: 0, failures: [] };
    show(last, "running");
    try {
      const { signal } = controller;
      const onProgress = (progress: SaveProgress) => {
        last = progress;
        if (!signal.aborted) show(progress, "running");
      };
      show(await saveToFolder({ taskId, download, root, signal, onProgress }), "done");
    } catch (error) {
      show(last, "cancelled");
      if (!controller.signal.aborted) throw error;
    }
  });
  return {
    start: filePickers() === null ? null : action.mutate,
    isRunning: action.isPending,
    save,
    cancel: () => abort.current.abort(),
    dismiss: () => setSave(null),
  };
}

async function chooseFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await filePickers()?.folderToWrite("task-files")) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}
