import { useQuery } from "@tanstack/react-query";

import { missingReason } from "#core/web/secure-context.ts";
import { useAction } from "#core/web/use-change.ts";
import { Button } from "#ui/button.tsx";
import { formatBytes } from "#ui/format.ts";

import { overviewQuery } from "../queries.ts";
import { fromHandles } from "./collect-files.ts";
import { sendFiles } from "./send-files.ts";
import { selectionsQuery } from "./sending-queries.ts";
import { useSending } from "./sendings.ts";
import { deleteSelections, type StoredSelection } from "./stored-handles.ts";

interface ContinueSendingProps {
  taskId: number;
  title: string;
}

/** Offers to send the rest of what another page of this user has begun to send. */
export function ContinueSending({ taskId, title }: ContinueSendingProps) {
  const sending = useSending(taskId);
  const isSending = sending !== null && !sending.isEnded;
  const stored = useQuery(selectionsQuery(taskId, sending !== null));
  const overview = useQuery(overviewQuery(taskId));
  const selections = (stored.data ?? []).filter(({ id }) => !sending?.selectionIds.includes(id));
  const settings = { refetch: [selectionsQuery(taskId, sending !== null).queryKey] };
  const resume = useAction(async () => {
    for (const selection of selections) await continueSelection({ taskId, title }, selection);
  }, settings);
  const forget = useAction(() => deleteSelections(selections.map(({ id }) => id)), settings);

  if (selections.length > 0) {
    const files = selections.reduce((sum, selection) => sum + selection.files, 0);
    const bytes = selections.reduce((sum, selection) => sum + selection.bytes, 0);
    return (
      <section
        aria-label="Unsent files"
        className="flex flex-wrap items-center gap-3 border-l-2 border-amber pl-4"
      >
        <p className="grow">
          {filesAmount(files, bytes)} {files === 1 ? "hasn't" : "haven't"} been sent yet.
        </p>
        <Button size="small" busy={resume.isPending && "Reading..."} onClick={() => resume.mutate()}>
          Continue
        </Button>
        <Button size="small" variant="quiet" onClick={() => forget.mutate()}>
          Forget
        </Button>
      </section>
    );
  }
  const unfinished = overview.data?.unfinished;
  if (isSending || stored.isPending || !unfinished || unfinished.files === 0) return null;
  return (
    <section aria-label="Unsent files" className="border-l-2 border-amber pl-4">
      <p>
        {filesAmount(unfinished.files, unfinished.bytes)} {unfinished.files === 1 ? "was" : "were"} not sent
        completely. Choose the same files or folder again: only what is missing is sent.
      </p>
    </section>
  );
}

/** `12 files, 84.00 GB`. */
function filesAmount(files: number, bytes: number): string {
  return `${files.toLocaleString("en-US")} ${files === 1 ? "file" : "files"}, ${formatBytes(bytes)},`;
}

/** Chromium's permission to read handles again after a reload; TypeScript doesn't declare it. */
interface Permitting {
  requestPermission?: (options: { mode: "read" }) => Promise<PermissionState>;
}

/** Announces all files of the selection: those that the server has are not sent again. */
async function continueSelection(task: ContinueSendingProps, selection: StoredSelection): Promise<void> {
  for (const handle of selection.handles) {
    const { requestPermission }: Permitting = handle as Permitting;
    if (!requestPermission) throw new Error(missingReason("access to chosen files"));
    if ((await requestPermission.call(handle, { mode: "read" })) !== "granted") {
      throw new Error("The browser wasn't allowed to read the files. Continue again and allow it.");
    }
  }
  sendFiles(task, await fromHandles(selection.handles), selection);
}
