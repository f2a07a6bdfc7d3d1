import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";

import type { Reading, Transaction } from "#core/server/database.ts";
import { containing } from "#core/server/search-pattern.ts";
import type { FileOrder } from "#modules/footage/contract/files.ts";
import type { FootageKind } from "#modules/footage/rules/kinds.ts";
import { storedFiles, uploads } from "#modules/media/server/tables.ts";

import { footageFiles, type FootageRow } from "../tables.ts";

/** The place of a file. */
export interface Place {
  deliveredBy: number | null;
  folder: string;
}

/** A file of a task with what is stored of it. */
export type StoredFootage = Awaited<ReturnType<typeof findFiles>>[number];

/** Received files are listed, also if they turned out damaged. */
export const isListed = isNotNull(footageFiles.receivedAt);

const stored = {
  bytes: storedFiles.bytes,
  state: storedFiles.state,
  type: storedFiles.type,
  sha256: storedFiles.sha256,
  crc32: storedFiles.crc32,
  sentSha256: storedFiles.sentSha256,
};

function withStored(tx: Reading) {
  return tx
    .select({ file: footageFiles, ...stored })
    .from(footageFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, footageFiles.fileId));
}

const isDeliveredBy = (personId: number | null) =>
  personId === null ? isNull(footageFiles.deliveredBy) : eq(footageFiles.deliveredBy, personId);

const lowerName = sql`lower(${footageFiles.name})`;

/** The files of a page, and the beginning of the page. */
export interface FileList {
  taskId: number;
  /** A folder, or null for those of all folders that match `search`. */
  place: Place | null;
  search: string;
  kind: FootageKind | undefined;
  order: FileOrder;
  /** The last file of the page before. */
  last: StoredFootage | null;
  limit: number;
}

/** Rows after the last one in each order, and the order. Index `footage_files_listed` has that by name. */
const orders = {
  name: {
    sorted: [asc(lowerName), asc(footageFiles.fileId)],
    after: ({ file }) =>
      sql`(${lowerName}, ${footageFiles.fileId}) > (lower(${file.name}), ${file.fileId}::uuid)`,
  },
  newest: {
    sorted: [desc(footageFiles.receivedAt), desc(footageFiles.fileId)],
    after: ({ file }) =>
      sql`(${footageFiles.receivedAt}, ${footageFiles.fileId}) < (${file.receivedAt?.toISOString()}::timestamptz, ${file.fileId}::uuid)`,
  },
  largest: {
    sorted: [desc(storedFiles.bytes), desc(footageFiles.fileId)],
    after: ({ file, bytes }) =>
      sql`(${storedFiles.bytes}, ${footageFiles.fileId}) < (${bytes}::bigint, ${file.fileId}::uuid)`,
  },
} satisfies Record<FileOrder, { sorted: SQL[]; after: (last: StoredFootage) => SQL }>;

/** A page of files in their order. */
export async function findListed(tx: Reading, list: FileList) {
  const { taskId, place, search, kind, order, last, limit } = list;
  const { sorted, after } = orders[order];
  const pattern = containing(search);
  const { folder, name } = footageFiles;
  return withStored(tx)
    .where(
      and(
        eq(footageFiles.taskId, taskId),
        isListed,
        place ? and(isDeliveredBy(place.deliveredBy), eq(folder, place.folder)) : undefined,
        search === "" ? undefined : or(ilike(name, pattern), ilike(folder, pattern)),
        kind && eq(footageFiles.kind, kind),
        last ? after(last) : undefined,
      ),
    )
    .orderBy(...sorted)
    .limit(limit);
}

/** Number and bytes of the listed files of each folder. */
export async function sumFolders(tx: Reading, taskId: number) {
  const { deliveredBy, folder } = footageFiles;
  return tx
    .select({ deliveredBy, folder, files: count(), bytes: totalBytes })
    .from(footageFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, footageFiles.fileId))
    .where(and(eq(footageFiles.taskId, taskId), isListed))
    .groupBy(deliveredBy, folder);
}

const totalBytes = sql<number>`coalesce(sum(${storedFiles.bytes}), 0)`.mapWith(Number);

/** A person's files of a task that are not completely received. `received` are bytes. */
export async function sumUnfinished(tx: Reading, { taskId, personId }: { taskId: number; personId: number }) {
  const received = sql<number>`coalesce(sum(${uploads.received}), 0)`.mapWith(Number);
  const [sums] = await tx
    .select({ files: count(), bytes: totalBytes, received })
    .from(footageFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, footageFiles.fileId))
    .innerJoin(uploads, eq(uploads.id, footageFiles.fileId))
    .where(and(eq(footageFiles.taskId, taskId), eq(footageFiles.sentBy, personId)));
  return sums ?? { files: 0, bytes: 0, received: 0 };
}

/** Files of a task that are received and not yet verified. */
export async function sumUnverified(tx: Reading, taskId: number) {
  const [sums] = await tx
    .select({ files: count(), bytes: totalBytes })
    .from(footageFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, footageFiles.fileId))
    .where(and(eq(footageFiles.taskId, taskId), eq(storedFiles.state, "verifying")));
  return sums ?? { files: 0, bytes: 0 };
}

export async function countFiles(tx: Reading, taskId: number): Promise<number> {
  const [row] = await tx.select({ files: count() }).from(footageFiles).where(eq(footageFiles.taskId, taskId));
  return row?.files ?? 0;
}

/** The files with these paths, listed or not. */
export async function findByPath(
  tx: Reading,
  taskId: number,
  { deliveredBy, paths }: { deliveredBy: number | null; paths: readonly { folder: string; name: string }[] },
) {
  if (paths.length === 0) return [];
  const pairs = sql.join(
    paths.map(({ folder, name }) => sql`(${folder}, ${name})`),
    sql`, `,
  );
  return withStored(tx).where(
    and(
      eq(footageFiles.taskId, taskId),
      isDeliveredBy(deliveredBy),
      sql`(${footageFiles.folder}, ${footageFiles.name}) in (${pairs})`,
    ),
  );
}

export async function insertFootage(
  tx: Transaction,
  rows: readonly (typeof footageFiles.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(footageFiles).values([...rows]);
}

/** Listed files that were selected: one by one, or by a folder in which they are. */
export async function findSelected(
  tx: Reading,
  taskId: number,
  { fileIds, folders }: { fileIds: readonly string[]; folders: readonly Place[] },
) {
  const inFolders = folders.map(({ deliveredBy, folder }) =>
    and(
      isDeliveredBy(deliveredBy),
      folder === ""
        ? undefined
        : or(eq(footageFiles.folder, folder), sql`starts_with(${footageFiles.folder}, ${`${folder}/`})`),
    ),
  );
  const selected: (SQL | undefined)[] = [
    fileIds.length > 0 ? sql`${footageFiles.fileId} = any(${sql.param([...fileIds])}::uuid[])` : undefined,
    ...inFolders,
  ];
  return withStored(tx)
    .where(and(eq(footageFiles.taskId, taskId), isListed, or(...selected)))
    .orderBy(footageFiles.folder, footageFiles.name, footageFiles.fileId);
}

/** The files with these ids, in the order of their paths. */
export async function findFiles(tx: Reading, taskId: number, fileIds: readonly string[]) {
  return withStored(tx)
    .where(
      and(
        eq(footageFiles.taskId, taskId),
        sql`${footageFiles.fileId} = any(${sql.param([...fileIds])}::uuid[])`,
      ),
    )
    .orderBy(footageFiles.folder, footageFiles.name, footageFiles.fileId);
}

/** The listed file of a task, or null. */
export async function findListedFile(
  tx: Reading,
  taskId: number,
  fileId: string,
): Promise<FootageRow | null> {
  const [row] = await tx
    .select()
    .from(footageFiles)
    .where(and(eq(footageFiles.taskId, taskId), eq(footageFiles.fileId, fileId), isListed));
  return row ?? null;
}

export async function deleteRows(tx: Transaction, fileIds: readonly string[]): Promise<void> {
  await tx.delete(footageFiles).where(inArray(footageFiles.fileId, [...fileIds]));
}

export type SentFile = Awaited<ReturnType<typeof listOfSender>>[number];

/** The first `limit` files after `last` that a person has sent, by task. */
export async function listOfSender(
  tx: Reading,
  {
    personId,
    last,
    limit,
  }: { personId: number; last: { taskId: number; fileId: string } | null; limit: number },
) {
  const { taskId, fileId, folder, name, receivedAt, sentBy } = footageFiles;
  return tx
    .select({
      taskId,
      fileId,
      folder,
      name,
      receivedAt,
      bytes: storedFiles.bytes,
      sha256: storedFiles.sha256,
    })
    .from(footageFiles)
    .innerJoin(storedFiles, eq(storedFiles.id, fileId))
    .where(
      and(
        eq(sentBy, personId),
        last ? sql`(${taskId}, ${fileId}) > (${last.taskId}, ${last.fileId}::uuid)` : undefined,
      ),
    )
    .orderBy(taskId, fileId)
    .limit(limit);
}
