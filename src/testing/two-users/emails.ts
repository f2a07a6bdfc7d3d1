import { sql } from "drizzle-orm";
import { z } from "zod";

import { floodOfCalls } from "./requests.ts";
import type { Scenario } from "./scenario.ts";
import { newPair } from "./task-work.ts";
import { newTask, until } from "./video-work.ts";

const mailbox = z.object({ messages: z.array(z.object({ id: z.string() })) });

/** Notification emails, which one creator causes by creating tasks. */
export const emailScenario: Scenario = {
  name: "tasks that notify an editor by email",
  work: "new task until its email arrives",
  // In three rounds fewer than the 20 notifications of one user to another in an hour, after which emails wait for the digest.
  calls: 3,
  prepare: async (ground) => {
    const [working, flooding] = [await newPair(ground, "working"), await newPair(ground, "flooding")];
    await ground.db.execute(sql`update people set email_verified = true`);
    const address = new URL("/mailbox.json", ground.sandboxUrl);
    address.searchParams.set("to", working.editor.user.email);
    const emails = async () => mailbox.parse(await (await fetch(address)).json()).messages.length;
    return {
      work: async () => {
        const before = await emails();
        await newTask(working);
        await until(async () => (await emails()) > before);
      },
      flood: () =>
        floodOfCalls(8, async () =>
          newTask(flooding).then(
            () => 200,
            (error: unknown) => (error instanceof Error && error.message.startsWith("429") ? 429 : 500),
          ),
        ),
    };
  },
};
