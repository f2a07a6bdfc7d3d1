import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { Client, type PoolConfig } from "pg";
import { pino } from "pino";
import { afterAll, describe, expect, it, vi } from "vitest";

import { type SupervisedPostgres, supervisePostgres } from "./supervise.ts";

const log = pino({ level: "silent" });
const folders: string[] = [];
const started: SupervisedPostgres[] = [];

async function newFolder(mode = 0o755): Promise<string> {
  const parent = await mkdtemp(path.join(tmpdir(), "reelay-test-"));
  await chmod(parent, mode);
  folders.push(path.join(parent, "postgres"));
  return path.join(parent, "postgres");
}

async function supervise(folder: string): Promise<SupervisedPostgres> {
  const own = await supervisePostgres({ folder, log });
  started.push(own);
  return own;
}

async function query<T extends object>(connection: PoolConfig, text: string): Promise<T[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

async function serverStart(connection: PoolConfig): Promise<string | undefined> {
  const [row] = await query<{ at: string }>(connection, "select pg_postmaster_start_time()::text as at");
  return row?.at;
}

async function serverPid(folder: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(folder, "cluster/postmaster.pid"), "utf8"), 10);
}

/** Another process that supervises `folder`, prints “up” and keeps running. */
function otherProcess(folder: string) {
  const module = JSON.stringify(new URL("./supervise.ts", import.meta.url).href);
  const log = "{ info() {}, warn() {}, error: console.error }";
  const code = `const { supervisePostgres } = await import(${module});
    await supervisePostgres({ folder: ${JSON.stringify(folder)}, log: ${log} });
    console.log("up");`;
  return spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function killed(child: ReturnType<typeof otherProcess>): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

afterAll(async () => {
  for (const own of started) await own.stop();
  for (const folder of folders) {
    const home = await realpath(folder).catch(() => folder);
    const lent = await realpath(path.join(home, "socket")).catch(() => home);
    for (const made of [lent, home, path.dirname(folder)]) await rm(made, { recursive: true, force: true });
  }
});

describe("the supervised PostgreSQL", () => {
  it("keeps data between starts, durably and in UTC", async () => {
    const folder = await newFolder();
    const first = await supervise(folder);
    await query(first.connection, "create table kept (id int); insert into kept values (7)");
    await first.stop();

    const second = await supervise(folder);

    expect(await query(second.connection, "select id from kept")).toEqual([{ id: 7 }]);
    const [settings] = await query(
      second.connection,
      `select current_setting('fsync') as fsync, current_setting('timezone') as timezone,
              current_setting('listen_addresses') as addresses, lower('É') as lower,
              (select rolsuper from pg_roles where rolname = current_user) as super`,
    );
    expect(settings).toEqual({ fsync: "on", timezone: "UTC", addresses: "", lower: "é", super: false });
  });

  it("outlives a killed Reelay process, and the next one attaches to it", async () => {
    const folder = await newFolder();
    const server = otherProcess(folder);
    await once(server.stdout, "data");
    const pid = await serverPid(folder);
    await killed(server);

    const next = await supervise(folder);

    expect(await serverPid(folder)).toBe(pid);
    await next.stop();
    await expect(serverPid(folder)).rejects.toThrow("ENOENT");
  });

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
    const own = await supervise(await newFolder());
    const superuser = { ...own.connection, user: "postgres", database: "postgres" };
    const killed = new Client(superuser);
    await killed.connect();
    await killed.query("drop database reelay");
    await killed.query("drop role reelay");
    await killed.query("begin");
    await killed.query("create role reelay login createdb");

    const starting = supervise(folders.at(-1) ?? "");
    await vi.waitFor(async () => {
      const waiting =
        "select from pg_stat_activity where query like 'create role%' and wait_event_type = 'Lock'";
      expect(await query(superuser, waiting)).toHaveLength(1);
    });
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

  it("explains what to do when the target of its link is missing", async () => {
    const folder = await newFolder();
    await mkdir(path.dirname(folder), { recursive: true });
    await symlink("/nowhere/postgres", folder);

    await expect(supervise(folder)).rejects.toThrow("remove the link");
  });
});
