import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { passwordEndpoints } from "#modules/sign-in/contract/passwords.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { createClient, inProcess } from "#testing/client.ts";
import { testComposition } from "#testing/composition.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";
import { type Forwarder, forwardTo } from "#testing/forward-connections.ts";

import { compose, type Composed } from "./compose.ts";

const noSandbox = { url: "http://localhost:1", clientId: "none", clientSecret: "none" };

describe("while the database is unavailable", () => {
  let app: Composed;
  let folder: string;
  let database: FreshDatabase;
  let proxy: Forwarder;
  beforeAll(async () => {
    [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), "reelay-outage-"))]);
    proxy = await forwardTo({ path: `${database.connection.host}/.s.PGSQL.${database.connection.port}` });
    const connection = { ...database.connection, host: "127.0.0.1", port: proxy.port };
    const choices = { folder, sandbox: noSandbox, role: "web", objectStore: null } as const;
    app = await compose(testComposition({ ...choices, connection }));
    await app.app.ready();
  });
  afterAll(async () => {
    await app?.stop().catch(() => undefined);
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("requests are answered with 503 and a time to retry", async () => {
    const nobody = createClient(inProcess(app.app));
    const body = { email: "meera@example.com", password: "meera likes long reels", role: "EDITOR" } as const;
    const { cookie } = await nobody.call(passwordEndpoints.signup, { body });
    const meera = createClient(inProcess(app.app), cookie);
    proxy.stop();
    const answers = [
      await meera.call(sessionEndpoints.checkAuth, {}),
      await nobody.call(passwordEndpoints.login, { body }),
    ];
    for (const { status, code, message, headers } of answers) {
      expect({ status, code }).toEqual({ status: 503, code: "unavailable" });
      expect(message).toMatch(/temporarily unavailable/);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });
});
