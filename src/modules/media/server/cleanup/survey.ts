import type { ObjectStorage } from "#adapters/object-storage/storage.ts";
import type { Run } from "#core/server/context.ts";
import type { Transaction } from "#core/server/database.ts";
import { isDiscarded } from "#modules/media/rules/video-states.ts";

import { keptKeys } from "../deletion/kept-objects.ts";
import { findFileRows } from "../files/queries.ts";
import { derivedFileNames } from "../preparation/repair.ts";
import type { StoredFile, Video } from "../tables.ts";
import { videoFolder } from "../videos/object-keys.ts";
import { findVideos } from "../videos/queries.ts";
import { fileIdsWithObjects, type IdRange, videoIdsWithObjects } from "./queries.ts";
import { type StoredObjects, storedObjectsIn } from "./stored-objects.ts";

/** A video or file whose row and stored objects differed when they were compared. */
export interface Mismatch {
  kind: "video" | "file";
  id: string;
  /** The last change of its objects; null where none was found. */
  newest: Date | null;
}

export interface Survey {
  mismatches: Mismatch[];
  /** Ids of videos whose objects have another size than their rows say. */
  resized: string[];
  /** Videos and files with stored objects, and how many of them have a row. */
  stored: number;
  known: number;
  /** Rows without the stored objects that they require. */
  missing: number;
  /** Objects whose keys belong to no video or file. */
  foreign: number;
}

/** Videos or files compared at a time. */
const pageSize = 200;
/** Mismatches of one survey; the others wait for the next. */
const maxMismatches = 5000;

interface Side<Row> {
  kind: Mismatch["kind"];
  folder: "videos" | "files";
  findRows: (ids: string[]) => Promise<Row[]>;
  /** Ids in a range whose rows require stored objects. */
  requiring: (range: IdRange) => Promise<string[]>;
  differs: (row: Row, stored: StoredObjects) => boolean;
  /** The size of the stored objects according to the row; null where it isn't known. */
  storedSize: (row: Row) => number | null;
}

/**
 * Compares the object store with the rows, page by page in the order of their ids. Changes nothing: a difference that
 * only comes from concurrent work is found to be none when it is resolved.
 */
export async function surveyStore(
  { run, storage }: { run: Run; storage: ObjectStorage },
  signal: AbortSignal,
): Promise<Survey> {
  const survey: Survey = { mismatches: [], resized: [], stored: 0, known: 0, missing: 0, foreign: 0 };
  const query = <T>(ask: (tx: Transaction) => Promise<T>) => run(null, (ctx) => ask(ctx.tx));
  const videos: Side<Video> = {
    kind: "video",
    folder: "videos",
    findRows: (ids) => query((tx) => findVideos(tx, ids)),
    requiring: (range) => query((tx) => videoIdsWithObjects(tx, range)),
    differs: videoDiffers,
    storedSize: ({ state, storedBytes }) => (state === "receiving" ? null : storedBytes),
  };
  const files: Side<StoredFile> = {
    kind: "file",
    folder: "files",
    findRows: (ids) => query((tx) => findFileRows(tx, ids)),
    requiring: (range) => query((tx) => fileIdsWithObjects(tx, range)),
    differs: ({ state }) => state === "removing" || state === "damaged" || state === "lost",
    storedSize: () => null,
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
  const compare = async (page: readonly StoredObjects[], range: Omit<IdRange, "limit">) => {
    const stored = new Map(page.map((each) => [each.id, each]));
    const rows = new Map((await side.findRows([...stored.keys()])).map((row) => [row.id, row]));
    survey.stored += stored.size;
    survey.known += rows.size;
    for (const objects of page) {
      const row = rows.get(objects.id);
      const size = row ? side.storedSize(row) : null;
      if (!row || side.differs(row, objects)) add(objects.id, objects.newest);
      else if (size !== null && size !== objects.bytes) survey.resized.push(objects.id);
    }
    let { after } = range;
    for (;;) {
      signal.throwIfAborted();
      const ids = await side.requiring({ ...range, after, limit: pageSize });
      for (const id of ids.filter((each) => !stored.has(each))) {
        survey.missing += 1;
        add(id, null);
      }
      if (ids.length < pageSize) return;
      after = ids.at(-1) ?? null;
    }
  };
  const add = (id: string, newest: Date | null) => {
    if (survey.mismatches.length < maxMismatches) survey.mismatches.push({ kind: side.kind, id, newest });
  };
  let after: string | null = null;
  for await (const page of storedObjectsIn(storage, side.folder, pageSize, () => survey.foreign++)) {
    const upTo: string | null = page.at(-1)?.id ?? null;
    await compare(page, { after, upTo });
    after = upTo;
  }
  await compare([], { after, upTo: null });
}

function videoDiffers(video: Video, stored: StoredObjects): boolean {
  if (isDiscarded(video)) {
    const keptNames = keptKeys(video).map((key) => key.slice(videoFolder(video.id).length + 1));
    return stored.count !== keptNames.length || keptNames.some((name) => !stored.sizes.has(name));
  }
  if (video.state === "receiving") return false;
  const missing = derivedFileNames(video).filter((name) => !stored.sizes.has(name));
  return stored.sizes.get("original") !== video.bytes || missing.length > 0;
}
