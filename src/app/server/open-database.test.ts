import { Client } from "pg";
import { afterAll, describe, expect, inject, it } from "vitest";

import { poolUrl } from "#testing/database.ts";

import { requireUsableDatabase } from "./open-database.ts";

const { connection, prefix } = inject("postgres");
const names: string[] = [];

afterAll(() => onServer(...names.map((name) => `drop database if exists ${name}`)));

async function onServer(...statements: string[]): Promise<void> {
  const client = new Client({ ...connection, database: "postgres" });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe("the database of DATABASE_URL", () => {
  it.each(["postgres://u:hidden@127.0.0.1:9/x", "postgres://u:hidden@localhost:9/x"])(
    "is named where it can't be reached: %s",
    async (url) => {
      const refusal = requireUsableDatabase(url);
      await expect(refusal).rejects.toThrow(/^The database of DATABASE_URL can't be used: .*ECONNREFUSED/);
      await expect(refusal).rejects.not.toThrow("hidden");
    },
  );

  it("is named where it doesn't exist", async () => {
    const refusal = requireUsableDatabase(poolUrl({ ...connection, database: `${prefix}missing` }));
    await expect(refusal).rejects.toThrow(/^The database of DATABASE_URL can't be used: .* does not exist/);
  });

  it.each(["LATIN1", "SQL_ASCII"])("is refused with the encoding %s", async (encoding) => {
    const name = `${prefix}${encoding.toLowerCase()}`;
    names.push(name);
    await onServer(`create database ${name} encoding '${encoding}' locale 'C' template template0`);
    const refusal = requireUsableDatabase(poolUrl({ ...connection, database: name }));
    await expect(refusal).rejects.toThrow(`has the encoding ${encoding}, but Reelay needs UTF8.`);
  });

  it("is accepted in UTF-8", async () => {
    const url = poolUrl({ ...connection, database: "postgres" });
    await expect(requireUsableDatabase(url)).resolves.toBeUndefined();
  });
});
