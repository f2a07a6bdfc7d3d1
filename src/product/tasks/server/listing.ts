import type { Role } from "#foundation/access.ts";
import { commonFailure } from "#foundation/failure.ts";
import type { Page, PageQuery } from "#foundation/page.ts";
import { actorOf, type Context } from "#foundation/server/context.ts";
import type { PersonCard } from "#product/accounts/contract.ts";
import { pictureAddress } from "#product/accounts/rules.ts";

import type { Task } from "../contract.ts";
import type { Side } from "../rules.ts";
import { presentTasks } from "./present.ts";
import { countRows, listRows } from "./store.ts";

/** The actor's tasks, newest first. `completed` picks the finished or the open ones; left out, all of them. */
export async function listTasks(
  ctx: Context,
  query: PageQuery & { completed?: boolean | undefined },
): Promise<Page<Task>> {
  const person = personOf(ctx);
  if (!person) return { items: [], nextCursor: null };
  const rows = await listRows(ctx.tx, {
    ...person,
    shelf: query.completed === undefined ? "all" : query.completed ? "completed" : "open",
    before: readCursor(query.cursor),
    limit: query.limit + 1,
  });
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  const people = page.flatMap(({ creator, editor }) => [creator, editor]).map(cardOf);
  const items = await presentTasks(
    ctx,
    page.map(({ task }) => task),
    new Map(people.map((card) => [card.id, card])),
  );
  return { items, nextCursor: last ? String(last.task.id) : null };
}

export async function countTasks(ctx: Context): Promise<{ assigned: number; completed: number }> {
  const person = personOf(ctx);
  if (!person) return { assigned: 0, completed: 0 };
  const { open, completed } = await countRows(ctx.tx, person);
  return { assigned: open, completed };
}

/** Creators see the tasks they gave, editors those they got; without a role there are none. */
function personOf(ctx: Context): { personId: number; side: Side } | null {
  const { id, role } = actorOf(ctx);
  if (role === "NORMAL") return null;
  return { personId: id, side: role === "YOUTUBER" ? "creator" : "editor" };
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) {
    throw commonFailure("invalid_input", { message: "That cursor is not one of this list's." });
  }
  return Number(cursor);
}

function cardOf(person: { id: number; name: string; role: Role; pictureFileId: string | null }): PersonCard {
  const { id, name, role, pictureFileId } = person;
  return { id, name, role, profileImgUrl: pictureAddress(pictureFileId) };
}
