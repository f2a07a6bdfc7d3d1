import { shownMessage } from "#core/shown-message.ts";
import { canRead } from "#core/web/readable-file.ts";
import type { AnnouncedResult } from "#modules/footage/contract/files.ts";
import { maxFilesAtOnce } from "#modules/media/rules/limits.ts";
import { endUpload, fileSha256, sendToUpload } from "#modules/media/web/public/send-file.ts";
import type { UploadSender, UploadStatus } from "#modules/media/web/public/send-file.ts";
import { speedometer } from "#modules/media/web/public/speedometer.ts";
import type { UploadPhase } from "#modules/media/web/public/uploads.ts";

import { announceFiles } from "./announce.ts";
import type { ChosenFile } from "./collect-files.ts";
import { isChanged, mayAnnounce, mayStart, type RefusedFile } from "./sending-rules.ts";
import type { FailedFile } from "./sendings.ts";

export interface QueuedFile extends ChosenFile {
  id: number;
  /** The stored selection that it belongs to, or null. */
  selectionId: string | null;
  /** In hex, once the server has asked for it. */
  sha256: string | null;
}

type OpenFile = Extract<AnnouncedResult, { result: "send" }>;

/** `upload` is null for a file whose SHA-256 is compared. */
interface ReadyFile {
  item: QueuedFile;
  upload: OpenFile | null;
}

interface ActiveFile extends ReadyFile {
  sender: UploadSender | null;
  received: number;
  phase: UploadPhase;
}

export interface SendingProgress {
  phase: UploadPhase;
  done: number;
  totalBytes: number;
  sentBytes: number;
  bytesPerSecond: number;
  refused: readonly RefusedFile[];
  failed: readonly FailedFile[];
  failure: string | null;
  isEnded: boolean;
}

interface SendingCallbacks {
  /** Called after every change. */
  changed: () => void;
  /** A file is stored or refused: it needs no sending any more. */
  settled: (item: QueuedFile) => void;
}

const changedReason = "This file was changed or moved while it was being sent.";
const chooseAgain = "Choose it again.";

/** Announces and sends files of a task, several at once, until all are sent, refused or have failed. */
export function createSending(taskId: number, { changed, settled }: SendingCallbacks) {
  const waiting: QueuedFile[] = [];
  /** Identities of the files that are neither sent nor refused, nor have failed. */
  const pending = new Set<string>();
  const ready: ReadyFile[] = [];
  const active = new Map<number, ActiveFile>();
  const refused: RefusedFile[] = [];
  const failed = new Map<number, { item: QueuedFile; shown: FailedFile }>();
  const measure = speedometer();
  let [done, doneBytes, totalBytes, transferred] = [0, 0, 0, 0];
  let [isAnnouncing, isWaiting, isPaused, isClosed] = [false, false, false, false];
  let failure: string | null = null;
  let bytesPerSecond = 0;

  const advance = () => {
    if (!isPaused && !isClosed && failure === null) {
      for (let next = ready[0]; next && mayStart(activeSizes(), next.item.file.size); next = ready[0]) {
        ready.shift();
        start(next);
      }
      if (!isAnnouncing && mayAnnounce({ ready: ready.length, waiting: waiting.length })) void announce();
    }
    changed();
  };
  const activeSizes = () => [...active.values()].map(({ item }) => item.file.size);

  const settle = (item: QueuedFile, wasSent: boolean) => {
    pending.delete(identity(item));
    if (wasSent) {
      done += 1;
      doneBytes += item.file.size;
    }
    settled(item);
  };
  const fail = (item: QueuedFile, reason: string | null) => {
    pending.delete(identity(item));
    const mayRetry = reason !== null || item.handle !== null;
    const shown = {
      id: item.id,
      path: item.path,
      reason: reason ?? (mayRetry ? changedReason : `${changedReason} ${chooseAgain}`),
      isChanged: reason === null,
      mayRetry,
    };
    failed.set(item.id, { item, shown });
  };

  const announce = async () => {
    isAnnouncing = true;
    const batch: QueuedFile[] = [];
    for (const item of waiting.splice(0, maxFilesAtOnce)) {
      if (await isUnchanged(item)) batch.push(item);
      else fail(item, null);
    }
    try {
      const results = batch.length > 0 ? await announceBatch(batch) : [];
      // Their uploads expire by themselves after a logout.
      if (results) for (const [index, result] of results.entries()) place(batch[index], result);
    } catch (error) {
      waiting.unshift(...batch);
      failure = shownMessage(error);
    }
    [isAnnouncing, isWaiting] = [false, false];
    advance();
  };
  const announceBatch = (batch: readonly QueuedFile[]) =>
    announceFiles(
      taskId,
      batch.map(({ path, file, sha256 }) => ({
        path,
        bytes: file.size,
        lastModified: file.lastModified,
        ...(sha256 !== null && { sha256 }),
      })),
      {
        onWait: () => {
          isWaiting = true;
          changed();
        },
        isEnded: () => isClosed,
      },
    );
  const place = (item: QueuedFile | undefined, result: AnnouncedResult) => {
    if (!item) return;
    if (isClosed) {
      if (result.result === "send") void endUpload(result.uploadUrl).catch(() => undefined);
    } else if (result.result === "send") ready.push({ item, upload: result });
    else if (result.result === "present") settle(item, true);
    else if (result.result === "refused") {
      refused.push({ path: item.path, reason: result.reason });
      settle(item, false);
    } else if (item.sha256 === null) ready.push({ item, upload: null });
    else fail(item, "The server couldn't compare this file with the stored one. Try again.");
  };

  const start = ({ item, upload }: ReadyFile) => {
    const entry: ActiveFile = {
      item,
      upload,
      sender: null,
      received: upload?.received ?? 0,
      phase: "sending",
    };
    active.set(item.id, entry);
    if (upload) entry.sender = sendToUpload(item.file, upload, (status) => show(entry, status));
    else void compare(item);
  };
  const compare = async (item: QueuedFile) => {
    item.sha256 = await fileSha256(item.file);
    active.delete(item.id);
    if (item.sha256 === null) fail(item, null);
    else waiting.unshift(item);
    advance();
  };
  const show = (entry: ActiveFile, status: UploadStatus) => {
    if (isClosed || !active.has(entry.item.id)) return;
    switch (status.status) {
      case "progress":
        return receive(entry, status.received);
      case "done":
        return finish(entry);
      case "failed":
        return void explain(entry, status.message);
      default:
        entry.phase = status.status;
        changed();
    }
  };
  const receive = (entry: ActiveFile, received: number) => {
    transferred += received - entry.received;
    bytesPerSecond = measure.add(transferred);
    Object.assign(entry, { received, phase: "sending" });
    changed();
  };
  const finish = (entry: ActiveFile) => {
    receive(entry, entry.item.file.size);
    active.delete(entry.item.id);
    settle(entry.item, true);
    advance();
  };
  const explain = async ({ item, upload }: ActiveFile, message: string) => {
    const isReadable = (await canRead(item.file)) && (await isUnchanged(item));
    active.delete(item.id);
    fail(item, isReadable ? message : null);
    // What is stored is of another file than the one that is there now.
    if (!isReadable && upload) void endUpload(upload.uploadUrl).catch(() => undefined);
    advance();
  };

  const phase = (): UploadPhase => {
    if (failure !== null) return "failed";
    if (isPaused) return "paused";
    const phases = [...active.values()].map((entry) => entry.phase);
    if (phases.includes("sending")) return "sending";
    if (isWaiting) return "waiting";
    return phases[0] ?? "opening";
  };
  const close = () => {
    isClosed = true;
    const open = [...active.values()];
    active.clear();
    return open;
  };

  return {
    /** Returns the files that were not being sent already. */
    add: (items: readonly QueuedFile[]): QueuedFile[] => {
      const added = items.filter((item) => {
        if (pending.has(identity(item))) return false;
        pending.add(identity(item));
        waiting.push(item);
        totalBytes += item.file.size;
        return true;
      });
      failure = null;
      advance();
      return added;
    },
    pause: () => {
      isPaused = true;
      bytesPerSecond = 0;
      for (const { sender } of active.values()) sender?.pause();
      changed();
    },
    resume: () => {
      isPaused = false;
      failure = null;
      measure.reset();
      for (const { sender } of active.values()) sender?.resume();
      advance();
    },
    /** Deletes what is stored of incomplete files. */
    cancel: async () => {
      const announced = ready.flatMap(({ upload }) => (upload ? [upload.uploadUrl] : []));
      await Promise.allSettled(close().map(({ sender }) => sender?.cancel()));
      for (const url of announced) await endUpload(url).catch(() => undefined);
    },
    leave: async () => {
      await Promise.allSettled(close().map(({ sender }) => sender?.leave()));
    },
    /** Sends failed files again, as they are on the disk now. */
    retry: async (ids: readonly number[]) => {
      for (const id of ids) {
        const entry = failed.get(id);
        if (!entry) continue;
        const file = (await entry.item.handle?.getFile().catch(() => null)) ?? entry.item.file;
        failed.delete(id);
        totalBytes += file.size - entry.item.file.size;
        const item = { ...entry.item, file, sha256: null };
        pending.add(identity(item));
        waiting.push(item);
      }
      failure = null;
      advance();
    },
    progress: (): SendingProgress => ({
      phase: phase(),
      done,
      totalBytes,
      sentBytes: [...active.values()].reduce((total, { received }) => total + received, doneBytes),
      bytesPerSecond: phase() === "sending" ? bytesPerSecond : 0,
      refused: [...refused],
      failed: [...failed.values()].map(({ shown }) => shown),
      failure,
      isEnded: waiting.length + ready.length + active.size === 0 && !isAnnouncing,
    }),
  };
}

function identity({ path, file }: QueuedFile): string {
  return `${file.size}:${file.lastModified}:${path}`;
}

/** Whether a file can be read and is the one that was chosen. Without a handle, browsers report that only when it is read. */
async function isUnchanged({ file, handle }: QueuedFile): Promise<boolean> {
  if (!handle) return true;
  const current = await handle.getFile().catch(() => null);
  return current !== null && !isChanged(file, current);
}
