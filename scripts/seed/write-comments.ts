import { randomUUID } from "node:crypto";

import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import type { Client } from "#testing/client.ts";

import { callOrThrow } from "./api.ts";
import type { SeedComment } from "./comments.ts";

/** Writes the comments on a version with their replies and reactions. */
export async function writeComments(
  clients: Record<"creator" | "editor", Client>,
  { taskId, version }: VersionAddress,
  comments: readonly SeedComment[],
): Promise<void> {
  for (const { by, frames, text, drawing, replies = [], reaction, resolved } of comments) {
    const id = randomUUID();
    const params = { id: taskId, commentId: id };
    const [inFrame, outFrame] = frames;
    const members = await taskMembers(clients.creator, taskId);
    const mentionsIn = (written: string) =>
      members.filter(({ name }) => written.includes(`@${name}`)).map((member) => member.id);
    await callOrThrow(clients[by], feedbackEndpoints.addComment, {
      params: { id: taskId },
      body: { id, version, inFrame, outFrame, text, mentions: mentionsIn(text), drawing: drawing ?? null },
    });
    for (const reply of replies) {
      await callOrThrow(clients[reply.by], feedbackEndpoints.replyToComment, {
        params,
        body: { id: randomUUID(), text: reply.text, mentions: mentionsIn(reply.text) },
      });
    }
    const other = clients[by === "creator" ? "editor" : "creator"];
    if (reaction) {
      await callOrThrow(other, feedbackEndpoints.react, { params, body: { emoji: reaction, active: true } });
    }
    if (resolved) {
      await callOrThrow(other, feedbackEndpoints.resolveComment, { params, body: { resolved } });
    }
  }
}

interface VersionAddress {
  taskId: number;
  version: number;
}

async function taskMembers(client: Client, taskId: number) {
  return (
    await callOrThrow(client, feedbackEndpoints.comments, { params: { id: taskId }, query: { version: 1 } })
  ).members;
}

/** The editor marks the comments with a note as done. */
export async function markDone(
  editor: Client,
  { taskId, version }: VersionAddress,
  comments: readonly SeedComment[],
): Promise<void> {
  const stored = await callOrThrow(editor, feedbackEndpoints.comments, {
    params: { id: taskId },
    query: { version },
  });
  for (const { text, done } of comments) {
    const comment = stored.comments.find((one) => one.text === text);
    if (!comment || done === undefined) continue;
    await callOrThrow(editor, feedbackEndpoints.markDone, {
      params: { id: taskId, commentId: comment.id },
      body: { done: true, note: done },
    });
  }
}
