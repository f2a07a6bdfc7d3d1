import type { RequestListener } from "node:http";

import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import { sandboxIdentity } from "#adapters/identity-provider/addresses.ts";
import { downloadPicture, maxPictureBytes } from "#adapters/identity-provider/picture.ts";
import { storedFiles } from "#modules/media/server/tables.ts";
import { lockPerson } from "#modules/people/server/public/credentials.ts";
import { deletePerson } from "#modules/people/server/public/delete-person.ts";
import { people } from "#modules/people/server/tables.ts";
import { signedUpWithPicture } from "#modules/sign-in/contract/identities.ts";
import { type HttpServer, startHttpServer } from "#testing/http-server.ts";
import { startApp, type TestActor, type TestApp } from "#testing/start-app.ts";

import { signUpPictureWorker } from "./sign-up-picture.ts";

let app: TestApp;
let users = 0;
let origin = "";
const servers: HttpServer[] = [];

beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => app?.stop());
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = await startHttpServer(answer);
  servers.push(server);
  return server.origin;
}

const face = () => sharp({ create: { width: 64, height: 64, channels: 3, background: "#7a3b12" } });
async function servePicture(before: () => Promise<unknown> = async () => undefined): Promise<void> {
  const bytes = await face().png().toBuffer();
  origin = await serve((_request, response) => void before().then(() => response.end(bytes)));
}

/** A user who has signed up with a Google account whose picture is at `origin`. */
async function signUp(): Promise<TestActor> {
  const user = await app.person(`newcomer${(users += 1)}`, "EDITOR");
  const event = { personId: user.id, provider: "google" as const, pictureUrl: `${origin}/me.png` };
  await app.run(null, (ctx) => ctx.emit(signedUpWithPicture, event));
  return user;
}

const work = () => {
  const picture = (url: string, signal: AbortSignal) => downloadPicture(sandboxIdentity(origin), url, signal);
  return app.work([
    signUpPictureWorker({ ...app.dependencies, identity: { google: { picture }, oidc: null } }),
  ]);
};

async function pictureOf({ id }: TestActor): Promise<string | null> {
  const [row] = await app.db.select().from(people).where(eq(people.id, id));
  return row?.pictureFileId ?? null;
}

const filesOf = ({ id }: TestActor) => app.db.select().from(storedFiles).where(eq(storedFiles.personId, id));

describe("the picture of a Google account", () => {
  it("becomes the profile's after the sign-up, and stays", async () => {
    await servePicture();
    const user = await signUp();
    expect(await pictureOf(user)).toBeNull();
    expect(JSON.stringify(app.queue)).not.toContain("me.png");
    await work();
    const fileId = await pictureOf(user);
    expect(await filesOf(user)).toMatchObject([{ id: fileId, state: "kept", type: "image/png" }]);
    expect(app.realtimeMessages).toContainEqual({
      people: [user.id],
      name: "profile_changed",
      payload: { personId: user.id },
    });
    await app.run(null, (ctx) =>
      ctx.emit(signedUpWithPicture, {
        personId: user.id,
        provider: "google",
        pictureUrl: `${origin}/other.png`,
      }),
    );
    await work();
    expect(await pictureOf(user)).toBe(fileId);
    expect(await filesOf(user)).toHaveLength(1);
  });

  it("doesn't replace one that was chosen during the download", async () => {
    const chosen = crypto.randomUUID();
    let user: TestActor | undefined;
    await servePicture(async () => {
      await app.db
        .update(people)
        .set({ pictureFileId: chosen })
        .where(eq(people.id, user?.id ?? 0));
    });
    user = await signUp();
    await work();
    expect(await pictureOf(user)).toBe(chosen);
    expect((await filesOf(user)).filter(({ state }) => state !== "removing")).toEqual([]);
  });

  it("isn't kept for an account that is deleted during the download", async () => {
    let user: TestActor | undefined;
    await servePicture(() =>
      app.run(null, async (ctx) => {
        const person = await lockPerson(ctx, user?.id ?? 0);
        if (person) await deletePerson(ctx, person);
      }),
    );
    user = await signUp();
    await work();
    expect(await pictureOf(user)).toBeNull();
    expect((await filesOf(user)).filter(({ state }) => state !== "removing")).toEqual([]);
  });
});

describe("a picture that can't be used", () => {
  it("is given up without an error if it redirects to another host", async () => {
    let requests = 0;
    const elsewhere = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    origin = await serve((_request, response) => void response.writeHead(302, { location: elsewhere }).end());
    const user = await signUp();
    expect(await work()).toEqual(["profiles.google-picture"]);
    expect([await pictureOf(user), requests]).toEqual([null, 0]);
  });

  it.each([
    ["too large", Buffer.alloc(maxPictureBytes + 1)],
    ["not an image", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a damaged image", Buffer.from("\x89PNG\r\n\x1a\n and then nothing", "latin1")],
    ["empty", Buffer.alloc(0)],
  ])("is given up without an error if it is %s", async (_name, bytes) => {
    origin = await serve((_request, response) => void response.end(bytes));
    const user = await signUp();
    expect(await work()).toEqual(["profiles.google-picture"]);
    expect(await pictureOf(user)).toBeNull();
    expect(await filesOf(user)).toEqual([]);
  });

  it("is retried while the provider is unavailable", async () => {
    origin = await serve((_request, response) => void response.writeHead(503).end());
    await signUp();
    await expect(work()).rejects.toMatchObject({ kind: "retry" });
  });
});
