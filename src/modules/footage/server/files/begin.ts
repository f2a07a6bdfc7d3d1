import { currentActor, type Context } from "#core/server/context.ts";
import { type AnnouncedFile, type AnnouncedResult, footageError } from "#modules/footage/contract/files.ts";
import { footageKind } from "#modules/footage/rules/kinds.ts";
import { maxTaskFiles } from "#modules/footage/rules/limits.ts";
import { numberedPath, splitPath } from "#modules/footage/rules/numbered-paths.ts";
import { cleanPath, pathProblems } from "#modules/footage/rules/paths.ts";
import { beginFileUploads } from "#modules/media/server/public/file-uploads.ts";
import { removeFiles } from "#modules/media/server/public/media.ts";
import { lockTaskFor } from "#modules/tasks/server/public/tasks.ts";

import { placeOfSender } from "../access.ts";
import type { FootageDependencies } from "../dependencies.ts";
import { countFiles, deleteRows, findByPath, insertFootage, type StoredFootage } from "./queries.ts";

/** Names that are tried for a file whose own is taken by another one. */
const maxNumber = 99;

/** A file whose name is being looked for: with `number` 2, "a.mov" becomes "a (2).mov". */
interface Candidate {
  at: number;
  announced: AnnouncedFile;
  path: string;
  number: number;
}

/** A file to be sent, which replaces a damaged one with the same path, or continues an upload in progress. */
interface Send extends Candidate {
  replaces: string | null;
  isContinued: boolean;
}

/**
 * The next steps for files that the actor is about to send, in their order. Uploads are opened for those that aren't there; the same ones
 * in progress are continued. Throws `too_many_files`, and what `beginFileUploads` throws; then none is opened.
 */
export async function beginFiles(
  ctx: Context,
  { storage }: Pick<FootageDependencies, "storage">,
  { taskId, files }: { taskId: number; files: readonly AnnouncedFile[] },
): Promise<AnnouncedResult[]> {
  const task = await lockTaskFor(ctx, taskId, "attach");
  const personId = currentActor(ctx).id;
  const deliveredBy = placeOfSender(task, personId);
  const results: (AnnouncedResult | undefined)[] = files.map(() => undefined);
  const sends: Send[] = [];

  let open: Candidate[] = [];
  for (const [at, announced] of files.entries()) {
    const cleaned = cleanPath(announced.path);
    if ("path" in cleaned) open.push({ at, announced, path: cleaned.path, number: 1 });
    else results[at] = { result: "refused", reason: pathProblems[cleaned.problem] };
  }
  const taken = new Set<string>();
  while (open.length > 0) {
    const paths = open.map((candidate) => numberedPath(candidate.path, candidate.number));
    const rows = await findByPath(ctx.tx, taskId, { deliveredBy, paths: paths.map(splitPath) });
    const existing = new Map(rows.map((row) => [storedPath(row), row]));
    const next: Candidate[] = [];
    for (const [index, candidate] of open.entries()) {
      const path = paths[index] ?? candidate.path;
      const decision = taken.has(path) ? "other" : decide(candidate.announced, existing.get(path), personId);
      if (decision === "other") {
        if (candidate.number < maxNumber) next.push({ ...candidate, number: candidate.number + 1 });
        else results[candidate.at] = { result: "refused", reason: tooManyNames };
      } else if (typeof decision === "string") {
        taken.add(path);
        const row = existing.get(path);
        const replaces = decision === "replace" ? (row?.file.fileId ?? null) : null;
        sends.push({ ...candidate, replaces, isContinued: decision === "continue" });
      } else {
        results[candidate.at] = decision;
      }
    }
    open = next;
  }
  await sendAll();
  return results.map((result) => result ?? { result: "refused", reason: tooManyNames });

  async function sendAll() {
    const replaced = sends.flatMap(({ replaces }) => replaces ?? []);
    if (replaced.length > 0) {
      await deleteRows(ctx.tx, replaced);
      await removeFiles(ctx, replaced);
    }
    const added = sends.filter(({ isContinued }) => !isContinued);
    if (added.length > 0 && (await countFiles(ctx.tx, taskId)) + added.length > maxTaskFiles) {
      throw footageError("too_many_files");
    }
    const uploads = await beginFileUploads(ctx, storage, {
      owner: { kind: "footage", id: taskId },
      accountId: task.creatorId,
      files: sends.map(({ announced: { bytes, lastModified }, path, number }) => {
        const stored = numberedPath(path, number);
        return { name: splitPath(stored).name, bytes, fingerprint: `${lastModified}:${stored}` };
      }),
    });
    const rows = [];
    for (const [index, { at, announced, path, number, isContinued }] of sends.entries()) {
      const upload = uploads[index];
      if (!upload) throw new Error("An upload was not opened.");
      results[at] = { result: "send", ...upload };
      const { folder, name } = splitPath(numberedPath(path, number));
      const { lastModified } = announced;
      const row = { taskId, fileId: upload.fileId, deliveredBy, folder, name, kind: footageKind(name) };
      if (!isContinued) rows.push({ ...row, sentBy: personId, lastModified });
    }
    await insertFootage(ctx.tx, rows);
  }
}

const tooManyNames = "There are too many files with this name in the folder. Rename it and choose it again.";

const storedPath = ({ file: { folder, name } }: StoredFootage) =>
  folder === "" ? name : `${folder}/${name}`;

/** The next step for a file whose path has, or hasn't, been used; `other` tries another name. */
function decide(
  { bytes, lastModified, sha256 }: AnnouncedFile,
  row: StoredFootage | undefined,
  personId: number,
): AnnouncedResult | "send" | "continue" | "replace" | "other" {
  if (!row) return "send";
  const { fileId, sentBy, lastModified: earlier } = row.file;
  const isSame = sentBy === personId && earlier === lastModified && row.bytes === bytes;
  switch (row.state) {
    case "receiving":
      return isSame ? "continue" : "other";
    case "damaged":
    case "lost":
    case "removing":
      return "replace";
    case "verifying":
      return isSame ? { result: "present", fileId } : "other";
    default:
      if (row.bytes !== bytes) return "other";
      if (isSame || (sha256 !== undefined && sha256 === row.sha256)) return { result: "present", fileId };
      return sha256 === undefined && row.sha256 !== null ? { result: "compare", fileId } : "other";
  }
}
