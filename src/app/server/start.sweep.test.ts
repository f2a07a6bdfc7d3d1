import { once } from "node:events";
import { join } from "node:path";

import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";

import { connect } from "#adapters/postgres/connect.ts";
import { supervisePostgres } from "#adapters/postgres/supervise.ts";
import { emptyDatabase } from "#testing/database.ts";
import { freePort, takePort } from "#testing/free-port.ts";
import {
  databaseLog,
  databaseProcess,
  hasSandbox,
  isHealthy,
  launch,
  launchNpm,
  newLaunchSettings,
  signalGroup,
  stopLaunched,
} from "#testing/launched-server.ts";

import { sandboxClient } from "./sandbox-process.ts";

const log = pino({ level: "silent" });

afterAll(stopLaunched);

describe("a start that fails", () => {
  it("stops a database that is still starting", async () => {
    const place = await newLaunchSettings();

    const { code, said } = await launch(place, { SANDBOX_THUMBNAIL_BYTES: "many" }).ended;

    expect(said).toContain("The sandbox platform could not start");
    expect(said).toContain("SANDBOX_THUMBNAIL_BYTES");
    expect(code).toBe(1);
    expect(await databaseLog(place)).toContain("shut down");
    expect(await databaseProcess(place)).toBeNull();
  });

  it("names the port of the sandbox platform in use and starts nothing", async () => {
    const place = await newLaunchSettings();
    const taken = await takePort();

    const { code, said } = await launch(place, { SANDBOX_PORT: String(taken.port) }).ended;

    await taken.free();
    expect(said).toMatch(/start with SANDBOX_PORT=\d+ npm start/);
    expect(code).toBe(1);
    expect(await databaseLog(place)).toBe("");
  });

  it("stops the clients of the database before the database", async () => {
    const place = await newLaunchSettings();
    const own = await supervisePostgres({ folder: join(place.dataFolder, "postgres"), log });
    const { pool } = connect(own.connection);
    // The migrations meet a table of a name of theirs.
    await pool.query("create table people ()");
    await pool.end();
    await own.stop();

    const { code, said } = await launch(place).ended;

    expect(said).toContain("Reelay could not start.");
    expect(code).toBe(1);
    expect(await databaseProcess(place)).toBeNull();
    expect(await hasSandbox(place)).toBe(false);
  });
});

describe("a signal during the start", () => {
  it("stops what has been started", async () => {
    const place = await newLaunchSettings();
    const { server, ended } = launch(place);
    await expect.poll(async () => databaseLog(place), { timeout: 200_000 }).not.toBe("");

    server.kill("SIGTERM");

    const { code, said } = await ended;
    expect(said).toContain("Stopping …");
    expect(said).not.toContain("could not start");
    expect(code).toBe(0);
    expect(await databaseProcess(place)).toBeNull();
  });
});

describe("a second Reelay on the same data", () => {
  it("reports the port in use and does not stop the first one's database", async () => {
    const place = await newLaunchSettings();
    launch(place);
    await expect.poll(async () => isHealthy(place), { timeout: 200_000 }).toBe(true);
    const database = await databaseProcess(place);
    const other = { ...(await newLaunchSettings()), dataFolder: place.dataFolder };

    const [same, beside] = await Promise.all([
      launch(place).ended,
      launch(other, { SANDBOX_THUMBNAIL_BYTES: "many" }).ended,
    ]);

    expect(same.said).toContain(`Port ${place.port} is in use by another program`);
    expect(beside.said).toContain("SANDBOX_THUMBNAIL_BYTES");
    expect([same.code, beside.code]).toEqual([1, 1]);
    expect(await databaseProcess(place)).toBe(database);
    expect(await isHealthy(place)).toBe(true);
    expect(await hasSandbox(place)).toBe(true);
  });
});

describe("processes on one database", () => {
  it("do not start with another secret", async () => {
    const database = await emptyDatabase();
    const place = await newLaunchSettings();
    const worker = (appSecret: string) =>
      launch(place, { ROLE: "worker", DATABASE_URL: database.url, APP_SECRET: appSecret });
    const first = worker("a secret of the tests, long enough to be one");
    await Promise.race([once(first.server.stdout, "data"), first.ended]);

    const { code, said } = await worker("another secret of the tests, also long enough").ended;

    expect(said).toContain("Reelay could not start.");
    expect(said).toContain("APP_SECRET is not the secret that this database is used with.");
    expect(code).toBe(1);
    first.server.kill("SIGTERM");
    expect(await first.ended).toMatchObject({
      code: 0,
      said: expect.stringContaining("Reelay worker started."),
    });
    await database.drop();
  });
});

describe("a worker", () => {
  it("reports in its log and by its health that the file store can't be reached", async () => {
    const database = await emptyDatabase();
    const place = await newLaunchSettings();
    const healthPort = await freePort();
    const { server, ended } = launch(place, {
      ROLE: "worker",
      DATABASE_URL: database.url,
      HEALTH_PORT: String(healthPort),
      S3_ENDPOINT: "http://127.0.0.1:1",
      S3_BUCKET: "reelay",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "hidden",
    });
    const ask = (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`);
    await expect.poll(() => ask("/api/v1/health").catch(() => null), { timeout: 200_000 }).not.toBeNull();

    const health = await ask("/api/v1/health");
    expect([health.status, await health.json()]).toEqual([
      503,
      { data: { database: true, store: false, jobs: true }, message: "Not ready." },
    ]);
    const other = await ask("/api/v1/user/me");
    expect([other.status, await other.json()]).toMatchObject([404, { code: "not_found" }]);
    server.kill("SIGTERM");
    const { code, said } = await ended;
    expect(said).toMatch(/"level":50.*The file store can't be used.*The object store is unavailable/);
    expect(code).toBe(0);
    await database.drop();
  });
});

describe("a second web process", () => {
  it("uses the sandbox platform of the first one, at the address that it listens on", async () => {
    const database = await emptyDatabase();
    const [place, beside] = [await newLaunchSettings(), await newLaunchSettings()];
    const sandboxUrl = `http://127.0.0.2:${place.sandboxPort}`;
    const secret = "a secret of the tests, long enough to be one";
    const shared = { DATABASE_URL: database.url, APP_SECRET: secret, SANDBOX_URL: sandboxUrl };
    const first = launch(place, { ...shared, SANDBOX_LISTEN_ON: "127.0.0.2" });
    await expect.poll(async () => isHealthy(place), { timeout: 200_000 }).toBe(true);
    expect(await hasSandbox(place)).toBe(false);

    const second = launch({ ...beside, dataFolder: place.dataFolder }, shared);
    await expect.poll(async () => isHealthy(beside), { timeout: 200_000 }).toBe(true);

    expect(await hasSandbox(beside)).toBe(false);
    // The client of every process with this secret is known; only the code is not.
    const { clientId, clientSecret } = sandboxClient(sandboxUrl, secret);
    const exchange = (given: string) =>
      fetch(`${sandboxUrl}/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code: "none",
          redirect_uri: "http://localhost:1/oauth",
          client_id: clientId,
          client_secret: given,
        }),
      }).then((answer) => answer.json());
    expect(await exchange(clientSecret)).toMatchObject({ error: "invalid_grant" });
    expect(await exchange("another")).toMatchObject({ error: "invalid_client" });
    for (const { server } of [first, second]) server.kill("SIGTERM");
    await Promise.all([first.ended, second.ended]);
    await database.drop();
  });
});

describe("npm start", () => {
  it("stops the database when SIGINT reaches the server twice, from a terminal and from npm", async () => {
    const place = await newLaunchSettings();
    const { server: npm, ended } = launchNpm(place);
    await expect.poll(async () => isHealthy(place), { timeout: 200_000 }).toBe(true);

    // npm sends it on to the server.
    signalGroup(npm, "SIGINT");

    await ended;
    expect(await databaseProcess(place)).toBeNull();
    expect(await databaseLog(place)).toContain("shut down");
  });
});
