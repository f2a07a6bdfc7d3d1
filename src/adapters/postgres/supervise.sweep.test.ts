import { spawn } from "node:child_process";
import { lstat, readdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Client, type PoolConfig } from "pg";
import { afterAll, describe, expect, it } from "vitest";

import {
  killed,
  newFolder,
  otherProcess,
  query,
  serverPid,
  stopSupervised,
  supervise,
} from "#testing/supervised-postgres.ts";

afterAll(stopSupervised);

async function serverStart(connection: PoolConfig): Promise<string | undefined> {
  const [row] = await query<{ at: string }>(connection, "select pg_postmaster_start_time()::text as at");
  return row?.at;
}

describe("the supervised PostgreSQL", () => {
  it("works after a kill at any moment of the very first start", async () => {
    const folder = await newFolder();
    for (const moment of [80, 200, 350, 500, 650, 800]) {
      const server = otherProcess(folder);
      await wait(moment);
      await killed(server);
    }

    const own = await supervise(folder);

    expect(await query(own.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await own.stop();
    // An initdb can outlive its killed parent for a moment. The next start removes what it leaves.
    await (await supervise(folder)).stop();
    expect((await readdir(folder)).sort()).toEqual(["cluster", "postgres.log", "socket"]);
  });

  it("starts while the server still creates the role for a process that was killed", async () => {
    const folder = await newFolder();
    const own = await supervise(folder);
    const superuser = { ...own.connection, user: "postgres", database: "postgres" };
    const killed = new Client(superuser);
    await killed.connect();
    await killed.query("drop database reelay");
    await killed.query("drop role reelay");
    await killed.query("begin");
    await killed.query("create role reelay login createdb");

    const starting = supervise(folder);
    const waiting =
      "select from pg_stat_activity where query like 'create role%' and wait_event_type = 'Lock'";
    await expect.poll(() => query(superuser, waiting)).toHaveLength(1);
    await killed.query("commit");
    await killed.end();

    const next = await starting;
    expect(await query(next.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    await next.stop();
    await own.stop();
  });

  it("serves processes that start at the same moment, and stays until the last one stops", async () => {
    const folder = await newFolder();
    const both = await Promise.all([supervise(folder), supervise(folder)]);
    const starts = await Promise.all(both.map((one) => serverStart(one.connection)));
    expect(starts[0]).toBe(starts[1]);

    await both[0].stop();
    expect(await serverStart(both[1].connection)).toBe(starts[0]);
    await both[1].stop();
    await expect(serverPid(folder)).rejects.toThrow("ENOENT");
  });

  it("does not stop while another process has a connection", async () => {
    const folder = await newFolder();
    const own = await supervise(folder);
    const client = new Client(own.connection);
    await client.connect();

    await own.stop();

    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await client.end();
    await (await supervise(folder)).stop();
  });

  it("is restarted when it dies", async () => {
    const folder = await newFolder();
    const own = await supervise(folder);
    const pid = await serverPid(folder);

    process.kill(pid, "SIGKILL");

    await expect.poll(async () => serverPid(folder).catch(() => pid)).not.toBe(pid);
    await expect
      .poll(async () => query(own.connection, "select 1 as one").catch(() => []))
      .toEqual([{ one: 1 }]);
  });

  it("starts although another program has the process id of its last run", async () => {
    const folder = await newFolder();
    await (await supervise(folder)).stop();
    const { uid, gid } = await lstat(path.join(folder, "cluster"));
    const other = spawn("sleep", ["60"], { uid, gid, cwd: "/" });
    const left = [other.pid, path.join(folder, "cluster"), 1, 5432, path.join(folder, "socket"), "", ""];
    await writeFile(path.join(folder, "cluster/postmaster.pid"), left.join("\n"));

    const own = await supervise(folder);

    other.kill();
    expect(await query(own.connection, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("uses a short private socket folder if its own path is too long", async () => {
    const folder = path.join(await newFolder(), "a".repeat(60), "b".repeat(60), "postgres");
    const own = await supervise(folder);
    expect(await query(own.connection, "select 1 as one")).toEqual([{ one: 1 }]);
    const { mode } = await lstat(String(own.connection.host));
    expect(mode & 0o077).toBe(0);
    await own.stop();

    const again = await supervise(folder);

    expect(again.connection.host).toBe(own.connection.host);
    await again.stop();
    await rm(String(own.connection.host), { recursive: true });
  });

  it("works in a folder that only its owner can access", async () => {
    const folder = await newFolder(0o700);
    const own = await supervise(folder);
    await query(own.connection, "create table kept (id int)");
    await own.stop();

    const again = await supervise(folder);

    expect(await query(again.connection, "select count(*)::int as rows from kept")).toEqual([{ rows: 0 }]);
    const moved = (await realpath(folder)) !== (await realpath(path.dirname(folder))) + "/postgres";
    expect(moved).toBe(process.getuid?.() === 0);
  });
});
