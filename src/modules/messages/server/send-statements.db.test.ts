import { randomUUID } from "node:crypto";

import { expect, it } from "vitest";

import { tasksEndpoints } from "#modules/tasks/contract.ts";
import { startApp } from "#testing/start-app.ts";
import { statementsOf } from "#testing/statements.ts";

import { messagesEndpoints } from "../contract.ts";

it("a message takes five round trips to the database, and reads the conversation once it is locked", async () => {
  const app = await startApp();
  try {
    const [creator, editor] = [await app.join("meera", "YOUTUBER"), await app.join("anika", "EDITOR")];
    const task = { taskTitle: "Tides", workDescription: "Cut.", deadline: "2031-01-31" };
    await creator.call(tasksEndpoints.createTask, {
      form: { fields: { ...task, assignedTo: editor.user.name }, files: {} },
    });
    const send = () =>
      creator.call(messagesEndpoints.send, {
        params: { id: editor.user.id },
        body: { id: randomUUID(), text: "The rain is louder." },
      });
    await send();
    expect(await statementsOf(send)).toEqual({
      roundTrips: 4,
      statements: [
        "select sessions",
        ...["begin", "select people for share"],
        ...["select conversations for update", "select conversation_members", "select messages"],
        "select people",
        ...["insert rate_limits", "insert messages", "update conversations", "update conversation_members"],
        "insert unseen_senders",
        ...["insert client_changes", "commit"],
      ],
    });
  } finally {
    await app.stop();
  }
});
