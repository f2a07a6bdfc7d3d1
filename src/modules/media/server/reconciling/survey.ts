import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";

import { keptKey } from "../jobs/clear-stored.ts";
import { expectingFiles, expectingVideos, filesById, type IdRange } from "../store/reconciling.ts";
import { findVideos } from "../store/videos.ts";
import { isOver, type StoredFile, type Video } from "../tables.ts";
import { expectedNames } from "./expected.ts";
import { type Stored, storedIn } from "./stored.ts";

/** Something whose row and objects did not agree when they were looked at. */
export interface Suspect {
  kind: "video" | "file";
  id: string;
  /** The last change of its objects; null where none was seen. */
  newest: Date | null;
}

/** What a survey has found. */
export interface Survey {
  suspects: Suspect[];
  /** Owners of objects, those of them that have a row, and rows for which nothing was stored. */
  owners: number;
  known: number;
  bare: number;
  /** Objects that belong to nobody by their keys. */
  strangers: number;
}

/** Owners and rows that are compared at a time, and the suspects of one survey; the rest waits for the next. */
const pageSize = 200;
const mostSuspects = 5000;

interface Side<Row> {
  kind: Suspect["kind"];
  folder: "videos" | "files";
  rowsOf: (ids: string[]) => Promise<Row[]>;
  /** Ids in a range whose rows say that something is stored. */
  expecting: (range: IdRange) => Promise<string[]>;
  suspicious: (row: Row, stored: Stored) => boolean;
}

/**
 * Walks the store and the rows side by side, a page at a time, and notes where they disagree. Changes nothing: what
 * moves meanwhile looks suspicious too, and is found in order when it is settled.
 */
export async function surveyStore(
  { run, storage }: { run: Run; storage: ObjectStorage },
  signal: AbortSignal,
): Promise<Survey> {
  const survey: Survey = { suspects: [], owners: 0, known: 0, bare: 0, strangers: 0 };
  const rows = <T>(ask: (tx: Parameters<typeof findVideos>[0]) => Promise<T>) =>
    run(null, (ctx) => ask(ctx.tx));
  const videos: Side<Video> = {
    kind: "video",
    folder: "videos",
    rowsOf: (ids) => rows((tx) => findVideos(tx, ids)),
    expecting: (range) => rows((tx) => expectingVideos(tx, range)),
    suspicious: videoIsSuspicious,
  };
  const files: Side<StoredFile> = {
    kind: "file",
    folder: "files",
    rowsOf: (ids) => rows((tx) => filesById(tx, ids)),
    expecting: (range) => rows((tx) => expectingFiles(tx, range)),
    suspicious: ({ state }) => state === "removing" || state === "lost",
  };
  await surveySide(storage, videos, survey, signal);
  await surveySide(storage, files, survey, signal);
  return survey;
}

async function surveySide<Row extends { id: string }>(
  storage: ObjectStorage,
  side: Side<Row>,
  survey: Survey,
  signal: AbortSignal,
): Promise<void> {
  const compare = async (page: readonly Stored[], range: Omit<IdRange, "limit">) => {
    const seen = new Map(page.map((stored) => [stored.id, stored]));
    const found = new Map((await side.rowsOf([...seen.keys()])).map((row) => [row.id, row]));
    survey.owners += seen.size;
    survey.known += found.size;
    for (const stored of page) {
      const row = found.get(stored.id);
      if (!row || side.suspicious(row, stored)) note(stored.id, stored.newest);
    }
    let { after } = range;
    for (;;) {
      signal.throwIfAborted();
      const ids = await side.expecting({ ...range, after, limit: pageSize });
      for (const id of ids.filter((each) => !seen.has(each))) {
        survey.bare += 1;
        note(id, null);
      }
      if (ids.length < pageSize) return;
      after = ids.at(-1) ?? null;
    }
  };
  const note = (id: string, newest: Date | null) => {
    if (survey.suspects.length < mostSuspects) survey.suspects.push({ kind: side.kind, id, newest });
  };
  let after: string | null = null;
  for await (const page of storedIn(storage, side.folder, pageSize, () => survey.strangers++)) {
    const upTo: string | null = page.at(-1)?.id ?? null;
    await compare(page, { after, upTo });
    after = upTo;
  }
  await compare([], { after, upTo: null });
}

function videoIsSuspicious(video: Video, stored: Stored): boolean {
  if (isOver(video)) {
    const poster = keptKey(video) !== null;
    return poster !== stored.sizes.has("poster.jpg") || stored.objects > (poster ? 1 : 0);
  }
  if (video.state === "receiving") return false;
  const missing = expectedNames(video).filter((name) => !stored.sizes.has(name));
  return stored.sizes.get("original") !== video.bytes || missing.length > 0;
}
