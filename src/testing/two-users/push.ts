import { createECDH, randomBytes } from "node:crypto";

import { eq } from "drizzle-orm";

import { howItWorksPath } from "#core/paths.ts";
import { pushSubscriptions } from "#modules/notifications/server/tables.ts";
import { sessions } from "#modules/sign-in/server/tables.ts";

import { startHttpServer } from "../http-server.ts";
import type { Person } from "../start-app.ts";
import type { ScenarioServer, Scenario } from "./scenario.ts";
import { newPair } from "./task-work.ts";
import { newTask, until } from "./video-work.ts";

/** A server that accepts local push services; outside of tests they are refused. */
export const pushScenario: Scenario = {
  name: "push to 20 browsers whose service doesn't answer",
  work: "new task until its push message arrives",
  calls: 5,
  prepare: async (ground) => {
    const [working, flooding] = [await newPair(ground, "working"), await newPair(ground, "flooding")];
    let arrived = () => {};
    const service = await startHttpServer((_request, response) => {
      response.writeHead(201).end();
      arrived();
    });
    ground.onEnd(async () => service.close());
    let unanswered = 0;
    const silent = await startHttpServer(() => {
      unanswered += 1;
    });
    ground.onEnd(async () => silent.close());
    await subscribe(ground, working.editor, `${service.origin}${howItWorksPath}`);
    for (let count = 0; count < 20; count += 1)
      await subscribe(ground, flooding.editor, `${silent.origin}/${count}`);
    return {
      work: async () => {
        const message = new Promise<void>((resolve) => {
          arrived = resolve;
        });
        await newTask(working);
        await message;
      },
      flood: async () => {
        await newTask(flooding);
        await until(async () => unanswered === 2);
        return {
          // The others wait for their turn.
          isUnfinished: async () => unanswered === 2,
          stop: async () => ({ "without an answer": unanswered }),
        };
      },
    };
  },
};

const browser = createECDH("prime256v1");
const keys = { p256dh: browser.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };

async function subscribe({ db }: ScenarioServer, { user }: Person, endpoint: string): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.personId, user.id));
  const owner = { personId: user.id, sessionId: session?.id ?? "" };
  await db.insert(pushSubscriptions).values({ ...keys, ...owner, endpoint, createdAt: new Date() });
}
