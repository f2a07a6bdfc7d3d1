import { z } from "zod";

import { endpoint } from "#core/endpoint.ts";
import { defineErrors } from "#core/error.ts";
import { defineEvent } from "#core/event.ts";
import { pageQuery } from "#core/page.ts";
import { maxFilesAtOnce, maxVideoBytes } from "#modules/media/rules/limits.ts";
import { personCard } from "#modules/people/contract/people.ts";
import { taskIdText } from "#modules/tasks/contract/tasks.ts";

import { footageKinds } from "../rules/kinds.ts";
import { maxSelectedFiles, maxSelectedFolders, maxTaskFiles } from "../rules/limits.ts";

const byTask = z.object({ id: taskIdText });

/**
 * The place of a file: among what the creator's side has given the editors (null), or what a person has delivered (their id). A folder is a path with
 * `/` between its parts; empty for the outermost one.
 */
const place = z.object({ deliveredBy: z.number().int().nullable(), folder: z.string().max(1024) });

/**
 * `verified`: the stored bytes were read again after the last one was received, and have the SHA-256 that the sender's browser has
 * computed, if it has. `damaged`: they have another one; `missing`: they are no longer stored. Both have to be sent again.
 */
const fileStates = ["verified", "damaged", "missing"] as const;

/** A file of a task. Files that are still being received or verified are not listed. */
const footageFile = place.extend({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(footageKinds),
  bytes: z.number().int(),
  state: z.enum(fileStates),
  /** In hex; null for a damaged or missing one, and while that of a file from the task form is being computed. */
  sha256: z.string().nullable(),
  /** Whether the sender's browser has computed the same SHA-256 from its disk. */
  compared: z.boolean(),
  /** Null for files of deleted accounts. */
  sentBy: personCard.nullable(),
  sentAt: z.iso.datetime(),
  /** Address that browsers show or play, or save with `?download`; null unless it is `verified`. */
  url: z.string().nullable(),
  /** The media type with which browsers show it; null if it can only be saved. */
  type: z.string().nullable(),
  /** Whether the caller may delete it. */
  mayDelete: z.boolean(),
});
export type FootageFile = z.output<typeof footageFile>;

/** A folder that contains files itself; `files` and `bytes` don't count its folders. */
const footageFolder = place.extend({ files: z.number().int(), bytes: z.number().int() });

const footageOverview = z.object({
  /** All folders with files, in no order. */
  folders: z.array(footageFolder),
  /** The people whose deliveries are among them. */
  people: z.array(personCard),
  /** The caller's uploads that are not complete, in this or another browser; `received` are bytes. */
  unfinished: z.object({ files: z.number().int(), bytes: z.number().int(), received: z.number().int() }),
  /** Files that were received and are being read again, for their SHA-256. */
  verifying: z.object({ files: z.number().int(), bytes: z.number().int() }),
  abilities: z.object({ add: z.boolean(), deleteAll: z.boolean() }),
  /** `deliveredBy` of the files that the caller sends. */
  deliveredBy: z.number().int().nullable(),
});
export type FootageOverview = z.output<typeof footageOverview>;

/** Order of a list of files. */
export const fileOrders = ["name", "newest", "largest"] as const;
export type FileOrder = (typeof fileOrders)[number];

/** Selected files: files one by one, and folders with all folders in them. */
const selection = z
  .object({
    fileIds: z.array(z.uuid()).max(maxSelectedFiles).default([]),
    folders: z.array(place).max(maxSelectedFolders).default([]),
  })
  .refine(
    ({ fileIds, folders }) => fileIds.length + folders.length > 0,
    "Select at least one file or folder.",
  );
export type Selection = z.input<typeof selection>;

const announcedFile = z.object({
  /** Relative path with `/` between its parts, as `webkitRelativePath`. */
  path: z.string().min(1).max(4096),
  bytes: z.number().int().nonnegative().max(maxVideoBytes, "Files can have up to 256 GB."),
  /** Time of its last change on the sender's disk in milliseconds since 1970, as `File.lastModified`. */
  lastModified: z.number().int().min(-8.64e15).max(8.64e15),
  /** In hex, if the sender has computed it because of the result `compare`. */
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
});
export type AnnouncedFile = z.output<typeof announcedFile>;

/** The next step for an announced file. */
const announcedResult = z.discriminatedUnion("result", [
  /** Send it from byte `received` on with the tus protocol. */
  z.object({
    result: z.literal("send"),
    fileId: z.uuid(),
    uploadUrl: z.string(),
    received: z.number().int(),
    bytes: z.number().int(),
  }),
  /** Another file with this path and size is there. Announce it again with its SHA-256: `present` if it is equal, `send` under another name if not. */
  z.object({ result: z.literal("compare"), fileId: z.uuid() }),
  /** The same content is there, or the caller has sent this path with this size and time before; nothing has to be sent. */
  z.object({ result: z.literal("present"), fileId: z.uuid() }),
  /** Its path can't be stored; `reason` is a sentence for the user. */
  z.object({ result: z.literal("refused"), reason: z.string() }),
]);
export type AnnouncedResult = z.output<typeof announcedResult>;

const byDownload = byTask.extend({ downloadId: z.uuid() });

/** A list of files that doesn't change, so that its download can be continued. */
const download = z.object({
  id: z.uuid(),
  /** Address of a ZIP with the files, of which any part can be requested. */
  url: z.string(),
  /** Name of the ZIP. */
  name: z.string(),
  /** Size of the ZIP. */
  bytes: z.number().int(),
  files: z.number().int(),
  /** Selected files that are not in it, because they are damaged, missing or not verified yet. */
  omitted: z.number().int(),
});
export type Download = z.output<typeof download>;

const downloadFile = z.object({
  id: z.uuid(),
  /** Relative path with names that every operating system accepts, as in the ZIP. */
  path: z.string(),
  bytes: z.number().int(),
  /** In hex. */
  sha256: z.string(),
  url: z.string(),
});
export type DownloadFile = z.output<typeof downloadFile>;

export const footageEndpoints = {
  footageOverview: endpoint({
    method: "GET",
    path: "/task/files/:id",
    permission: { task: "view" },
    summary: "Folders of a task's files, with the number and size of their files",
    params: byTask,
    response: footageOverview,
    message: "Files loaded.",
  }),
  footageFiles: endpoint({
    method: "GET",
    path: "/task/files/:id/list",
    permission: { task: "view" },
    summary: "Files of a folder, or those of all folders whose path contains a text",
    params: byTask,
    query: pageQuery.extend({
      /** Absent for what the creator's side has given; otherwise the id of the person who delivered it. */
      deliveredBy: z.coerce.number().int().optional(),
      folder: z.string().max(1024).default(""),
      /** Searches all folders of all places instead. */
      search: z.string().max(200).default(""),
      kind: z.enum(footageKinds).optional(),
      order: z.enum(fileOrders).default("name"),
    }),
    response: z.array(footageFile),
    message: "Files loaded.",
    paginated: true,
  }),
  beginFiles: endpoint({
    method: "POST",
    path: "/task/files/:id/uploads",
    permission: { task: "attach" },
    summary: "Announce files to be sent; unfinished uploads of the same files are continued",
    params: byTask,
    body: z.object({
      files: z
        .array(announcedFile)
        .min(1)
        .max(maxFilesAtOnce, `Announce up to ${maxFilesAtOnce} files at once.`),
    }),
    /** In the order of `files`. */
    response: z.array(announcedResult),
    message: "Send the files to their upload addresses.",
  }),
  createDownload: endpoint({
    method: "POST",
    path: "/task/files/:id/downloads",
    permission: { task: "view" },
    summary: "Choose files to download, as one ZIP that can be continued or one by one",
    params: byTask,
    body: selection,
    response: download,
    message: "The files can be downloaded.",
  }),
  downloadFiles: endpoint({
    method: "GET",
    path: "/task/files/:id/downloads/:downloadId",
    permission: { task: "view" },
    summary: "The files of a download with path, SHA-256 and address, to save them one by one",
    params: byDownload,
    query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(1000).default(1000) }),
    response: z.array(downloadFile),
    message: "Files loaded.",
    paginated: true,
  }),
  downloadChecksums: endpoint({
    method: "GET",
    path: "/task/files/:id/downloads/:downloadId/checksums",
    permission: { task: "view" },
    summary: "The SHA-256 of the files of a download, in a list that `sha256sum --check` reads",
    params: byDownload,
    response: z.null(),
    message: "Checksums loaded.",
    file: ["text/plain"],
  }),
  deleteFiles: endpoint({
    method: "POST",
    path: "/task/files/:id/delete",
    permission: { task: "attach" },
    summary: "Delete the selected files; others than one's own need the right to edit the task",
    params: byTask,
    body: selection,
    response: z.object({ deleted: z.number().int() }),
    message: "Files deleted.",
  }),
};

export const footageError = defineErrors({
  download_not_found: {
    status: 404,
    message: "This download has expired. Start it again from the task's files.",
  },
  download_changed: {
    status: 410,
    message: "A file of this download was deleted. Start it again from the task's files.",
  },
  nothing_to_download: {
    status: 409,
    message:
      "None of the selected files can be downloaded yet. Wait until they are verified, or have them sent again.",
  },
  not_sender: {
    status: 403,
    message: "Some of the selected files were sent by others. Only the task's creator can delete those.",
  },
  creator_gone: {
    status: 409,
    message:
      "The task's creator deleted their account, so no files can be added to it. Send them to a task of another creator.",
  },
  too_many_files: {
    status: 409,
    message: `A task can have up to ${maxTaskFiles.toLocaleString("en")} files. Put some of them into an archive first.`,
  },
});

/** A person's files have arrived and were verified; sent once for all that arrive within a minute of each other. */
export const footageArrived = defineEvent(
  "footage.arrived",
  z.object({ taskId: z.number(), personId: z.number(), files: z.number().int(), bytes: z.number().int() }),
);
