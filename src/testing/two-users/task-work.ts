import { sql } from "drizzle-orm";

import { boardEndpoints } from "#modules/board/contract/board.ts";
import { feedbackEndpoints } from "#modules/feedback/contract/comments.ts";
import { messagesEndpoints } from "#modules/messages/contract/messages.ts";

import { addTaskInReview } from "../reviewed-version.ts";
import type { Person } from "../start-app.ts";
import { accepted } from "./requests.ts";
import type { ScenarioServer } from "./scenario.ts";

/** Two users who work together. */
export interface Pair {
  creator: Person;
  editor: Person;
}

/** Two users with a task in review. */
export interface PairWithTask extends Pair {
  taskId: number;
}

export async function newPair({ join }: ScenarioServer, suffix: string): Promise<Pair> {
  return {
    creator: await join(`creator-${suffix}`, "YOUTUBER"),
    editor: await join(`editor-${suffix}`, "EDITOR"),
  };
}

export async function pairWithTask(ground: ScenarioServer, suffix: string): Promise<PairWithTask> {
  const pair = await newPair(ground, suffix);
  return { ...pair, taskId: await addTaskInReview(ground.db, pair) };
}

export const usualWork = "task list, comments and messages read";

/** A user who reads their tasks, the comments on one of them and their messages. */
export async function readingUser(ground: ScenarioServer): Promise<() => Promise<void>> {
  const { creator, editor, taskId } = await pairWithTask(ground, "working");
  await ground.db.execute(sql`
    insert into comments (task_id, sequence, id, change, version, author_id, in_frame, out_frame, text, image_file_ids, mentions, created_at)
    select ${taskId}, n, gen_random_uuid(), n, 1, ${creator.user.id}::bigint, n, n, 'Slower.', '{}', '{}', now() from generate_series(1, 20) n`);
  return async () => {
    await accepted(editor.call(boardEndpoints.fetchTasks, { query: {} }));
    const query = { version: 1, limit: 100 };
    await accepted(editor.call(feedbackEndpoints.comments, { params: { id: taskId }, query }));
    const params = { id: creator.user.id };
    const { messages } = await accepted(editor.call(messagesEndpoints.history, { params, query: {} }));
    const sequence = messages[0]?.sequence ?? 1;
    await accepted(editor.call(messagesEndpoints.markRead, { params, body: { sequence } }));
  };
}
