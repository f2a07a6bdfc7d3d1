import { once } from "node:events";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";

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

  it("explains what to do when the target of its link is missing", async () => {
    const folder = await newFolder();
    await mkdir(path.dirname(folder), { recursive: true });
    await symlink("/nowhere/postgres", folder);

    await expect(supervise(folder)).rejects.toThrow("remove the link");
  });
});
