import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { eq } from "drizzle-orm";

import { pushSubscriptions } from "#modules/notifications/server/tables.ts";
import { sessions } from "#modules/sign-in/server/tables.ts";

import type { Person } from "../start-app.ts";
import type { Ground, Scenario } from "./scenario.ts";
import { newTask, until } from "./video-work.ts";

/** A server that accepts local push services; outside of tests they are refused. */
export const pushScenario: Scenario = {
  name: "push to 20 browsers whose service doesn't answer",
  work: "new task until its push message arrives",
  calls: 5,
  prepare: async (ground) => {
    const users = async (suffix: string) => ({
      creator: await ground.join(`creator-${suffix}`, "YOUTUBER"),
      editor: await ground.join(`editor-${suffix}`, "EDITOR"),
    });
    const [working, flooding] = [await users("working"), await users("flooding")];
    let arrived = () => {};
    const service = await listen(ground, (_request, response) => {
      response.writeHead(201).end();
      arrived();
    });
    let unanswered = 0;
    const silent = await listen(ground, () => {
      unanswered += 1;
    });
    await subscribe(ground, working.editor, `${service}/working`);
    for (let count = 0; count < 20; count += 1)
      await subscribe(ground, flooding.editor, `${silent}/${count}`);
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

async function listen({ onEnd }: Ground, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const browser = createECDH("prime256v1");
const keys = { p256dh: browser.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };

async function subscribe({ db }: Ground, { user }: Person, endpoint: string): Promise<void> {
  const [session] = await db.select().from(sessions).where(eq(sessions.personId, user.id));
  const owner = { personId: user.id, sessionId: session?.id ?? "" };
  await db.insert(pushSubscriptions).values({ ...keys, ...owner, endpoint, createdAt: new Date() });
}
