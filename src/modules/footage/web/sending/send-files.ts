import { toast } from "sonner";

import { taskFilesPath } from "#core/paths.ts";
import { onUserLeft } from "#core/web/personal-storage.ts";
import { randomId } from "#core/web/secure-context.ts";
import { changeUpload, dismissUpload, filesKey, useUploads } from "#modules/media/web/public/uploads.ts";

import type { Chosen } from "./collect-files.ts";
import { type LeftOutFile, type RefusedFile, sortFiles } from "./sending-rules.ts";
import { setSending, type SendingView, useSendings } from "./sendings.ts";
import { deleteSelections, storeSelection, type StoredSelection } from "./stored-handles.ts";
import { createSending, type QueuedFile } from "./task-sending.ts";

/** Time between two updates of the screen, and of the stored selections, in milliseconds. */
const [shownEvery, storedEvery] = [200, 3000];

interface Running {
  add: (chosen: Chosen, stored: StoredSelection | null) => void;
  /** Whether all its files were sent or refused. */
  isComplete: () => boolean;
}

const running = new Map<number, Running>();
let lastId = 0;

/**
 * Sends chosen files to a task, after those that are being sent to it. It continues while the user works on other screens. `stored` is
 * the selection that is continued, if it was stored.
 */
export function sendFiles(
  task: { taskId: number; title: string },
  chosen: Chosen,
  stored: StoredSelection | null = null,
): void {
  if (chosen.files.length + chosen.unreadable.length === 0) {
    toast.error("There are no files in what you chose. Choose files, or a folder with files.");
    return;
  }
  const before = running.get(task.taskId);
  const entry = before && !before.isComplete() ? before : startRunning(task);
  entry.add(chosen, stored);
}

function startRunning({ taskId, title }: { taskId: number; title: string }): Running {
  const key = filesKey(taskId);
  const leftOut: LeftOutFile[] = [];
  const refused: RefusedFile[] = [];
  const selections = new Map<string, StoredSelection>();
  let totalFiles = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let storedAt = 0;
  let hasReported = false;

  const end = () => {
    if (timer) clearTimeout(timer);
    selections.clear();
    running.delete(taskId);
    dismissUpload(key);
    setSending(taskId, null);
  };
  const forget = async () => {
    const ids = [...selections.keys()];
    selections.clear();
    await deleteSelections(ids).catch(() => undefined);
  };
  const controls = {
    pause: () => sending.pause(),
    resume: () => sending.resume(),
    cancel: async () => {
      await forget();
      end();
      await sending.cancel();
    },
    leave: async () => {
      if (running.get(taskId) !== entry) return;
      const { isEnded } = sending.progress();
      end();
      await sending.leave();
      if (!isEnded) {
        toast.warning(`Sending files to “${title}” stopped. Choose the same files again to send the rest.`);
      }
    },
    retry: (ids: readonly number[]) => void sending.retry(ids),
    dismiss: async () => {
      await forget();
      end();
    },
  };

  const publish = () => {
    timer = null;
    if (running.get(taskId) !== entry) return;
    const progress = sending.progress();
    const { phase, done, sentBytes, totalBytes, bytesPerSecond, failure, isEnded } = progress;
    const shared = {
      phase,
      sentBytes,
      totalBytes,
      bytesPerSecond,
      failure,
      files: { done, total: totalFiles },
    };
    const view: SendingView = {
      ...shared,
      ...controls,
      title,
      isEnded,
      leftOut: [...leftOut],
      refused: [...refused, ...progress.refused],
      failed: progress.failed,
      selectionIds: [...selections.keys()],
    };
    setSending(taskId, view);
    showInBar(isEnded, shared);
    void storeRemaining(isEnded);
    if (isEnded && !hasReported) report(view);
    hasReported = isEnded;
  };
  const showInBar = (
    isEnded: boolean,
    shared: Pick<SendingView, "phase" | "sentBytes" | "totalBytes" | "bytesPerSecond" | "failure" | "files">,
  ) => {
    if (isEnded) return dismissUpload(key);
    const isThere = useUploads.getState().uploads.some((upload) => upload.key === key);
    if (isThere) return changeUpload(key, shared);
    const { pause, resume, cancel, leave } = controls;
    const upload = { ...shared, key, taskId, title, path: taskFilesPath(taskId), video: null };
    useUploads.setState(({ uploads }) => ({
      uploads: [...uploads, { ...upload, pause, resume, cancel, leave }],
    }));
  };
  /** Records what a later page has to send, now and then. */
  const storeRemaining = async (isEnded: boolean) => {
    if (!isEnded && Date.now() - storedAt < storedEvery) return;
    storedAt = Date.now();
    for (const selection of selections.values()) {
      if (selection.files > 0) await storeSelection(selection).catch(() => undefined);
      else await deleteSelections([selection.id]).catch(() => undefined);
    }
  };

  const sending = createSending(taskId, {
    changed: () => {
      timer ??= setTimeout(publish, shownEvery);
    },
    settled: ({ selectionId, file }) => {
      const selection = selectionId === null ? undefined : selections.get(selectionId);
      if (!selection) return;
      selection.files -= 1;
      selection.bytes = Math.max(0, selection.bytes - file.size);
    },
  });

  const add = ({ files, unreadable, handles }: Chosen, stored: StoredSelection | null) => {
    const sorted = sortFiles(files);
    leftOut.push(...sorted.leftOut);
    refused.push(...sorted.refused, ...unreadable.map((path) => ({ path, reason: unreadableReason })));
    if (sorted.accepted.length === 0) toast.error(nothingToSend(sorted.refused.length + unreadable.length));
    const id = handles.length > 0 && sorted.accepted.length > 0 ? (stored?.id ?? randomId()) : null;
    const items: QueuedFile[] = sorted.accepted.map((chosen) => {
      lastId += 1;
      return Object.assign(chosen, { id: lastId, selectionId: id, sha256: null });
    });
    const added = sending.add(items);
    totalFiles += added.length;
    const bytes = added.reduce((sum, { file }) => sum + file.size, 0);
    if (id !== null && added.length > 0)
      selections.set(id, { id, taskId, handles, files: added.length, bytes });
    storedAt = 0;
    hasReported = added.length === 0;
    publish();
  };
  const entry: Running = {
    add,
    isComplete: () => {
      const { isEnded, failed } = sending.progress();
      return isEnded && failed.length === 0;
    },
  };
  running.set(taskId, entry);
  return entry;
}

const unreadableReason =
  "The browser can't read this file or folder. Check its permissions and choose it again.";

// Nothing of it is shown to the next user of this page.
onUserLeft(() => {
  for (const sending of Object.values(useSendings.getState())) void sending.leave();
});

function nothingToSend(refused: number): string {
  return refused > 0
    ? "None of these files can be sent. The reasons are on the screen."
    : "These are only files that systems and cameras write for themselves, such as .DS_Store. Choose other files.";
}

function report({ title, files, refused, failed }: SendingView): void {
  const rest = refused.length + failed.length;
  const sent = `${files.done.toLocaleString("en-US")} ${files.done === 1 ? "file" : "files"} sent to “${title}”.`;
  if (rest > 0) toast.warning(`${sent} ${rest.toLocaleString("en-US")} couldn't be sent.`);
  else toast.success(sent);
}
