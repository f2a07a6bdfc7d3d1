import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";
import { type Person, startApp, type TestApp } from "#testing/start-app.ts";

describe("email of the running application", () => {
  let app: TestApp;
  let creator: Person;
  let editor: Person;

  beforeAll(async () => {
    app = await startApp({ work: true });
    creator = await app.join("meera", "YOUTUBER");
    editor = await app.join("anika", "EDITOR");
    await app.confirmEmail(editor);
  });
  afterAll(async () => app?.stop());

  it("notifies the editor of a new task, not its creator", async () => {
    const fields = {
      taskTitle: "Monsoon on the Konkan line",
      workDescription: "Open on the bridge.",
      deadline: "2027-01-31",
      assignedTo: editor.user.name,
    };
    const created = await creator.call(tasksEndpoints.createTask, { form: { fields, files: {} } });
    expect(created.status).toBeLessThan(300);
    await app.idle();
    const [mail, ...more] = await app.sandbox.mailTo("anika@example.com");
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("New task: Monsoon on the Konkan line");
    expect(mail?.text).toContain(`http://localhost:3000/c/tasks?task=${created.data?.id}`);
    expect(mail?.html).toContain(`href="http://localhost:3000/c/tasks?task=${created.data?.id}"`);
    expect(await app.sandbox.mailTo("meera@example.com")).toEqual([]);
  });
});
