import type { Context } from "#core/server/context.ts";
import type { AnnouncedFile, AnnouncedResult } from "#modules/footage/contract/files.ts";
import { numberedPath, splitPath } from "#modules/footage/rules/numbered-paths.ts";
import { cleanPath, pathProblems } from "#modules/footage/rules/paths.ts";

import { findByPath, type StoredFootage } from "./queries.ts";

/** Names that are tried for a file whose first one is taken. */
const maxNumber = 99;
const tooManyNames = "There are too many files with this name in the folder. Rename it and choose it again.";

/** A file that is to be sent to a path that no other file has. */
export interface SentFile {
  announced: AnnouncedFile;
  path: string;
  /** The damaged or missing file with this path, which is replaced; null for none. */
  replaces: string | null;
  /** Whether its upload is in progress. */
  isContinued: boolean;
}

/** The next step for an announced file: an answer to the sender, or an upload. */
type NextStep = AnnouncedResult | SentFile;

/** The sender, and the place of what they send. */
export interface Sender {
  taskId: number;
  personId: number;
  deliveredBy: number | null;
}

/** A file whose name is being looked for: with `number` 2, "a.mov" becomes "a (2).mov". */
interface Candidate {
  at: number;
  announced: AnnouncedFile;
  path: string;
  number: number;
}

/** The next steps for announced files, in their order. Different files with the same path get numbers. */
export async function findNextSteps(
  ctx: Context,
  sender: Sender,
  files: readonly AnnouncedFile[],
): Promise<NextStep[]> {
  const steps = new Map<number, NextStep>();
  const taken = new Set<string>();
  let open: Candidate[] = [];
  for (const [at, announced] of files.entries()) {
    const cleaned = cleanPath(announced.path);
    if ("path" in cleaned) open.push({ at, announced, path: cleaned.path, number: 1 });
    else steps.set(at, { result: "refused", reason: pathProblems[cleaned.problem] });
  }
  while (open.length > 0) {
    const existing = await findExisting(ctx, sender, open);
    const renamed: Candidate[] = [];
    for (const candidate of open) {
      const path = numberedPath(candidate.path, candidate.number);
      const step = taken.has(path) ? null : findStep(candidate.announced, path, { ...sender, existing });
      if (step && "path" in step) taken.add(path);
      if (step) steps.set(candidate.at, step);
      else if (candidate.number < maxNumber) renamed.push({ ...candidate, number: candidate.number + 1 });
    }
    open = renamed;
  }
  return files.map((_file, at) => steps.get(at) ?? { result: "refused", reason: tooManyNames });
}

/** The files with the paths of candidates, by path. */
async function findExisting(
  ctx: Context,
  { taskId, deliveredBy }: Sender,
  candidates: readonly Candidate[],
): Promise<Map<string, StoredFootage>> {
  const paths = candidates.map(({ path, number }) => splitPath(numberedPath(path, number)));
  const rows = await findByPath(ctx.tx, taskId, { deliveredBy, paths });
  return new Map(
    rows.map((row) => [row.file.folder === "" ? row.file.name : `${row.file.folder}/${row.file.name}`, row]),
  );
}

/** The next step for a file at a path, or null if another file has it. */
function findStep(
  announced: AnnouncedFile,
  path: string,
  { personId, existing }: { personId: number; existing: ReadonlyMap<string, StoredFootage> },
): NextStep | null {
  const send: SentFile = { announced, path, replaces: null, isContinued: false };
  const row = existing.get(path);
  if (!row) return send;
  const { fileId, sentBy, lastModified } = row.file;
  const isSameSize = row.bytes === announced.bytes;
  const isSame = isSameSize && sentBy === personId && lastModified === announced.lastModified;
  switch (row.state) {
    case "receiving":
      return isSame ? { ...send, isContinued: true } : null;
    case "verifying":
      return isSame ? { result: "present", fileId } : null;
    case "damaged":
    case "lost":
    case "removing":
      return { ...send, replaces: fileId };
    default: {
      const { sha256 } = announced;
      if (isSame || (isSameSize && sha256 !== undefined && sha256 === row.sha256)) {
        return { result: "present", fileId };
      }
      const isComparable = isSameSize && sha256 === undefined && row.sha256 !== null;
      return isComparable ? { result: "compare", fileId } : null;
    }
  }
}
