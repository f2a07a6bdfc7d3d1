import type { ReadContext } from "#core/server/context.ts";
import { together } from "#core/server/database.ts";
import type { Comment, CommentAuthor } from "#modules/feedback/contract/comments.ts";
import { reactionEmojis } from "#modules/feedback/rules/comments.ts";
import { guestLabel } from "#modules/feedback/rules/guests.ts";
import type { FileOwner } from "#modules/media/rules/file-owner.ts";
import { type FileUrlParts, signAddresses, existingFiles } from "#modules/media/server/public/media.ts";
import type { PersonCard } from "#modules/people/contract/people.ts";
import { personCards } from "#modules/people/server/public/people.ts";

import type { ReactionRow } from "../tables.ts";
import { findListed, type ListedComment } from "./queries.ts";
import { findReactions } from "./reactions.ts";

/** Comments of a task as the actor reads them. `known` are the cards of people that are read already. */
export async function presentComments(
  ctx: ReadContext,
  taskId: number,
  rows: readonly ListedComment[],
  known?: ReadonlyMap<number, PersonCard>,
): Promise<Comment[]> {
  return presentWithDetails(ctx, rows, await commentDetails(ctx, taskId, rows, known));
}

/** One comment of a task as the actor reads it. */
export async function presentComment(ctx: ReadContext, taskId: number, id: string): Promise<Comment> {
  const [comment] = await presentComments(ctx, taskId, await findListed(ctx.tx, taskId, [id]));
  if (!comment) throw new Error("The comment was not presented.");
  return comment;
}

/** Data of other tables that comments are presented with. */
export interface CommentDetails {
  cards: ReadonlyMap<number, PersonCard>;
  reactions: ReadonlyMap<string, Comment["reactions"]>;
  files: readonly FileUrlParts[];
  /** The purpose for which each of the files is read. */
  owners: ReadonlyMap<string, FileOwner>;
}

export async function commentDetails(
  ctx: ReadContext,
  taskId: number,
  rows: readonly ListedComment[],
  known: ReadonlyMap<number, PersonCard> = new Map(),
): Promise<CommentDetails> {
  const people = rows.flatMap(({ authorId, resolvedBy }) => [authorId, resolvedBy]);
  const ids = [...new Set(people)].filter((id) => id !== null).filter((id) => !known.has(id));
  const commentIds = rows.map(({ id }) => id);
  const owners = fileOwners(rows);
  const [reactions, cards, files] = await together([
    findReactions(ctx.tx, taskId, commentIds),
    personCards(ctx, ids),
    existingFiles(ctx, [...owners.keys()]),
  ]);
  return { cards: new Map([...known, ...cards]), reactions: groupReactions(reactions), files, owners };
}

function groupReactions(rows: readonly ReactionRow[]): Map<string, Comment["reactions"]> {
  const ofComment = Map.groupBy(rows, ({ commentId }) => commentId);
  return new Map(
    [...ofComment].map(([id, own]): [string, Comment["reactions"]] => [
      id,
      reactionEmojis
        .map((emoji) => ({
          emoji,
          personIds: own.filter((row) => row.emoji === emoji).map(({ personId }) => personId),
        }))
        .filter(({ personIds }) => personIds.length > 0),
    ]),
  );
}

/** The images and stills of comments, with what they are read for. */
function fileOwners(rows: readonly ListedComment[]): Map<string, FileOwner> {
  return new Map(
    rows.flatMap(({ taskId, imageFileIds, stillFileId }) =>
      [...imageFileIds, ...(stillFileId === null ? [] : [stillFileId])].map((id): [string, FileOwner] => [
        id,
        { kind: "comments", id: taskId },
      ]),
    ),
  );
}

/** Comments as the actor reads them. */
export function presentWithDetails(
  ctx: ReadContext,
  rows: readonly ListedComment[],
  { cards, reactions, files, owners }: CommentDetails,
): Comment[] {
  const addresses = signAddresses(ctx, files, owners);
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    change: row.change,
    version: row.version,
    parentId: row.parentId,
    inFrame: row.inFrame,
    outFrame: row.outFrame,
    author: commentAuthor(row, cards),
    text: row.text,
    drawing: row.drawing,
    view: row.view,
    images: row.imageFileIds.flatMap((id) => addresses.get(id) ?? []),
    stillUrl: row.stillFileId === null ? null : (addresses.get(row.stillFileId) ?? null),
    mentions: row.mentions,
    reactions: reactions.get(row.id) ?? [],
    resolved: row.resolvedAt && {
      by: (row.resolvedBy !== null && cards.get(row.resolvedBy)?.name) || "",
      at: row.resolvedAt.toISOString(),
    },
    done: row.doneAt && { ...doneMark(row), at: row.doneAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
    edited: row.editedAt !== null,
    deleted: row.deletedAt !== null,
  }));
}

/** The editor's mark of a comment that is done. */
export function doneMark({ doneVersion, version, doneNote }: ListedComment): {
  version: number;
  note: string;
} {
  return { version: doneVersion ?? version, note: doneNote ?? "" };
}

/** The author of a comment; guests have no id. */
export function commentAuthor(
  { authorId, guestName }: Pick<ListedComment, "authorId" | "guestName">,
  cards: ReadonlyMap<number, PersonCard>,
): CommentAuthor {
  const card = authorId === null ? undefined : cards.get(authorId);
  return {
    id: authorId,
    name: card?.name ?? (guestName === null ? "" : guestLabel(guestName)),
    profileImgUrl: card?.profileImgUrl ?? null,
  };
}
