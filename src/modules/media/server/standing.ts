import type { Read, ReadContext } from "#core/server/context.ts";
import type { Reading } from "#core/server/database.ts";
import { second } from "#core/time.ts";

import { mediaError } from "../contract.ts";
import type { Address } from "./addresses.ts";
import { createShortMemory } from "./short-memory.ts";

/** Asked of the room whose word the subject is: whether the person may still read what belongs to it. */
export type MayRead = (
  ctx: ReadContext,
  address: { id: string; personId: number; subject: string },
) => Promise<boolean>;

/**
 * How long an answer counts, in milliseconds: a player asks many times a second for parts of one file, and whatever ends
 * an address ends it after this in every process.
 */
export const answerCounts = second;
const mostAnswers = 1000;

/**
 * Finds what a genuine address leads to while it still holds: the row is there, and its reader still is who may read it.
 * Throws `not_stored`: to others it looks like a file that is not there.
 */
export function createAccessCheck<Row extends { personId: number | null }>(parts: {
  find: (tx: Reading, id: string) => Promise<Row | null>;
  mayRead: MayRead;
  read: Read;
  clock: () => Date;
}): (address: Address) => Promise<Row> {
  const { find, mayRead, read, clock } = parts;
  const remember = createShortMemory<Row>({ lifetime: answerCounts, most: mostAnswers, clock });
  return (address) => {
    const { id, personId, subject } = address;
    const look = async (ctx: ReadContext) => {
      const row = await find(ctx.tx, id);
      const sent = row?.personId === personId;
      const may = subject === null ? sent : await mayRead(ctx, { id, personId, subject });
      if (!row || !may) throw mediaError("not_stored");
      return row;
    };
    return remember(`${id} ${personId} ${subject ?? ""}`, () => read(null, look));
  };
}
