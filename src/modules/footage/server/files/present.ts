import { currentActor, type ReadContext } from "#core/server/context.ts";
import type { FootageFile } from "#modules/footage/contract/files.ts";
import { playableType } from "#modules/footage/rules/kinds.ts";
import { signAddresses } from "#modules/media/server/public/media.ts";
import { personCards } from "#modules/people/server/public/people.ts";
import type { AccessedTask } from "#modules/tasks/server/public/tasks.ts";

import { placeOfSender } from "../access.ts";
import type { FootageRow } from "../tables.ts";
import type { StoredFootage } from "./queries.ts";

/** The files as the API returns them to the actor. */
export async function presentFiles(
  ctx: ReadContext,
  task: AccessedTask,
  rows: readonly StoredFootage[],
): Promise<FootageFile[]> {
  const owner = { kind: "footage" as const, id: task.id };
  const readable = rows.filter((row) => fileState(row) === "verified");
  const urls = signAddresses(
    ctx,
    readable.map(({ file, type }) => ({ id: file.fileId, name: file.name, type })),
    new Map(readable.map(({ file }) => [file.fileId, owner])),
  );
  const cards = await personCards(
    ctx,
    rows.flatMap(({ file }) => file.sentBy ?? []),
  );
  return rows.map((row) => {
    const { file, bytes, sha256, sentSha256 } = row;
    const { fileId: id, deliveredBy, folder, name, kind, sentBy, receivedAt } = file;
    const state = fileState(row);
    const url = urls.get(id) ?? null;
    return {
      id,
      deliveredBy,
      folder,
      name,
      kind,
      bytes,
      state,
      url,
      sha256: state === "verified" ? sha256 : null,
      compared: state === "verified" && sentSha256 !== null,
      sentBy: (sentBy !== null && cards.get(sentBy)) || null,
      sentAt: (receivedAt ?? ctx.now).toISOString(),
      type: url === null ? null : playableType(name),
      mayDelete: mayDelete(ctx, task, file),
    };
  });
}

/** The state of a listed file. One from a task's form is stored without having been verified. */
export function fileState({ state }: Pick<StoredFootage, "state">): FootageFile["state"] {
  if (state === "damaged") return "damaged";
  return state === "kept" ? "verified" : "missing";
}

/** Whether the actor may delete the file: those who edit the task all of them, others what they have sent to their place. */
export function mayDelete(ctx: ReadContext, task: AccessedTask, file: FootageRow): boolean {
  const { abilities } = task;
  if (abilities.includes("edit")) return true;
  const personId = currentActor(ctx).id;
  return (
    abilities.includes("attach") &&
    file.sentBy === personId &&
    file.deliveredBy === placeOfSender(task, personId)
  );
}
