import { FilePlus, FolderPlus } from "lucide-react";
import { useRef } from "react";

import { filePickers } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import { Button } from "#ui/button.tsx";

import { fromHandles, fromInput } from "./collect-files.ts";
import { sendFiles } from "./send-files.ts";

/** React has no type for the attribute. */
const folderAttribute = { webkitdirectory: "" };

interface AddFilesProps {
  taskId: number;
  title: string;
}

/** Buttons that choose files or a folder and send them to the task. */
export function AddFiles({ taskId, title }: AddFilesProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const task = { taskId, title };
  const pick = useAction(async (kind: "files" | "folder") => {
    const pickers = filePickers();
    if (!pickers) {
      (kind === "files" ? files : folder).current?.click();
      return;
    }
    const handles = await (
      kind === "files" ? pickers.files() : pickers.folder().then((chosen) => [chosen])
    ).catch(cancelled);
    if (handles) sendFiles(task, await fromHandles(handles));
  });
  const send = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const chosen = fromInput(currentTarget.files ?? []);
    currentTarget.value = "";
    sendFiles(task, chosen);
  };
  const busy = (kind: "files" | "folder") => pick.isPending && pick.variables === kind && "Reading...";
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={busy("files")} onClick={() => pick.mutate("files")}>
        <FilePlus aria-hidden className="size-4" />
        Add files
      </Button>
      <Button busy={busy("folder")} onClick={() => pick.mutate("folder")}>
        <FolderPlus aria-hidden className="size-4" />
        Add folder
      </Button>
      <input ref={files} type="file" hidden multiple aria-label="Files" onChange={send} />
      <input ref={folder} type="file" hidden {...folderAttribute} aria-label="Folder" onChange={send} />
    </div>
  );
}

/** Null if the user closed the picker. */
function cancelled(error: unknown): null {
  if (error instanceof DOMException && error.name === "AbortError") return null;
  throw error;
}
