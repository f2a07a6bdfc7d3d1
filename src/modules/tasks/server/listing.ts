import { commonError } from "#core/error.ts";
import type { Page, PageQuery } from "#core/page.ts";
import type { Role } from "#core/permission.ts";
import { actorOf, type ReadContext } from "#core/server/context.ts";
import type { PersonCard } from "#modules/accounts/contract.ts";
import { pictureAddress } from "#modules/accounts/rules.ts";

import type { Task } from "../contract.ts";
import type { Side, Stage, TaskOrder } from "../rules.ts";
import { presentTasks } from "./present.ts";
import { countRows, listRows } from "./store.ts";

interface ListQuery extends PageQuery {
  /** The finished or the open ones; left out, all of them. */
  completed?: boolean | undefined;
  stage?: Stage | undefined;
  /** Only those whose next step is the editor's upload. */
  waiting?: boolean | undefined;
  sort?: TaskOrder | undefined;
  search?: string | undefined;
}

/** The actor's tasks, page by page. */
export async function listTasks(ctx: ReadContext, query: ListQuery): Promise<Page<Task>> {
  const person = personOf(ctx);
  if (!person) return { items: [], nextCursor: null };
  const order = query.sort ?? "newest";
  const rows = await listRows(ctx.tx, {
    ...person,
    shelf: query.completed === undefined ? "all" : query.completed ? "completed" : "open",
    stage: query.stage ?? null,
    waiting: query.waiting ?? false,
    search: query.search || null,
    order,
    last: readCursor(order, query.cursor),
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
  return { items, nextCursor: last ? writeCursor(order, last.task) : null };
}

export async function countTasks(ctx: ReadContext): Promise<{ assigned: number; completed: number }> {
  const person = personOf(ctx);
  if (!person) return { assigned: 0, completed: 0 };
  const { open, completed } = await countRows(ctx.tx, person);
  return { assigned: open, completed };
}

/** Creators see the tasks they gave, editors those they got; without a role there are none. */
function personOf(ctx: ReadContext): { personId: number; side: Side } | null {
  const { id, role } = actorOf(ctx);
  if (role === "NORMAL") return null;
  return { personId: id, side: role === "YOUTUBER" ? "creator" : "editor" };
}

/** The id, after the deadline where that is the order; milliseconds since 1970. */
function writeCursor(order: TaskOrder, last: { id: number; deadline: Date }): string {
  return order === "newest" ? String(last.id) : `${last.deadline.getTime()}.${last.id}`;
}

const cursorShapes = { newest: /^()(\d{1,15})$/, deadline: /^(\d{1,13})\.(\d{1,15})$/ };

function readCursor(order: TaskOrder, cursor: string | undefined): { id: number; deadline: Date } | null {
  if (cursor === undefined) return null;
  const parts = cursorShapes[order].exec(cursor);
  if (!parts) {
    throw commonError("invalid_input", { message: "That cursor is not one of this list's." });
  }
  return { id: Number(parts[2]), deadline: new Date(Number(parts[1])) };
}

function cardOf(person: { id: number; name: string; role: Role; pictureFileId: string | null }): PersonCard {
  const { id, name, role, pictureFileId } = person;
  return { id, name, role, profileImgUrl: pictureAddress(pictureFileId) };
}
