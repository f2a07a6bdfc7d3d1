import { once } from "node:events";
import { createServer } from "node:net";

import { afterAll, describe, expect, it } from "vitest";

import { takePort } from "#testing/free-port.ts";
import {
  databaseLog,
  databaseProcess,
  hasSandbox,
  isHealthy,
  isRunning,
  launch,
  launchNpm,
  newLaunchSettings,
  stopLaunched,
} from "#testing/launched-server.ts";

afterAll(stopLaunched);

describe("a start that fails", () => {
  it("names the port in use and starts nothing", async () => {
    const place = await newLaunchSettings();
    const taken = await takePort();

    const { code, said } = await launch(place, { PORT: String(taken.port) }).ended;

    await taken.free();
    expect(said).toContain(`Port ${taken.port} is in use by another program. Stop it, or start with`);
    expect(said).toMatch(/start with PORT=\d+ npm start/);
    expect(code).toBe(1);
    expect(await databaseLog(place)).toBe("");
  });
});

describe("npm start", () => {
  it("ends the server and its database when npm receives SIGTERM", async () => {
    const place = await newLaunchSettings();
    const { server: npm, ended } = launchNpm(place);
    await expect.poll(async () => isHealthy(place), { timeout: 200_000 }).toBe(true);
    expect(await databaseProcess(place)).not.toBeNull();

    npm.kill("SIGTERM");

    await expect.poll(() => isRunning(npm)).toBe(false);
    expect((await ended).said).toContain("Stopping …");
    expect(await databaseProcess(place)).toBeNull();
    expect(await hasSandbox(place)).toBe(false);
    const again = createServer().listen(place.port);
    await once(again, "listening");
    again.close();
  });
});
