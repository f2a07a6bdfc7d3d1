import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Transaction } from "#core/server/database.ts";
import { nameKey } from "#modules/people/rules.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";

import { erasePerson, insertPerson, updatePerson } from "../queries.ts";
import { nameWords, people, type Person } from "../tables.ts";

const now = new Date("2026-11-20T10:00:00Z");
let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => database.close());
beforeEach(async () => {
  await database.db.delete(people);
  await database.db.delete(nameWords);
});

const inOne = <T>(act: (tx: Transaction) => Promise<T>) => database.db.transaction(act);

async function add(tx: Transaction, name: string): Promise<Person> {
  const email = `${name}@example.com`;
  const added = { email, name, nameKey: nameKey(name), role: "EDITOR", createdAt: now } as const;
  const person = await insertPerson(tx, added);
  if (!person) throw new Error(`${name} is taken.`);
  return person;
}

const rename = (tx: Transaction, person: Person, name: string) =>
  updatePerson(tx, person, { name, nameKey: nameKey(name), bio: null, link: null });

async function words(): Promise<string[]> {
  const rows = await database.db.selectDistinct({ word: nameWords.word }).from(nameWords);
  return rows.map(({ word }) => word).sort();
}

/** A promise that resolves when `open` is called. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("the words of names", () => {
  it("are deleted when the last name with them changes", async () => {
    const mira = await inOne((tx) => add(tx, "Mira.Hansdottir"));
    await inOne((tx) => add(tx, "Olga Ines Mira"));
    const renamed = await inOne((tx) => rename(tx, mira, "Hansen Mira"));
    expect(await words()).toEqual(["hansen", "ines", "mira", "olga"]);
    await inOne((tx) => rename(tx, renamed, "HANSEN mira"));
    expect(await words()).toEqual(["hansen", "ines", "mira", "olga"]);
  });

  it("stay while another name has them as one of its first three words", async () => {
    const mira = await inOne((tx) => add(tx, "hart lang brook stone"));
    const others = ["hart-green", "anna lang", "anna-ina_brook", "hartford langley brooks"];
    for (const name of others) await inOne((tx) => add(tx, name));
    await inOne((tx) => rename(tx, mira, "another name"));
    expect(await words()).toEqual(expect.arrayContaining(["hart", "lang", "brook"]));
    const alone = await inOne((tx) => add(tx, "ford lake"));
    await inOne((tx) => add(tx, "fordham bradford"));
    await inOne((tx) => rename(tx, alone, "nobody else"));
    expect(await words()).not.toEqual(expect.arrayContaining(["ford"]));
  });

  it("are deleted with the account", async () => {
    const mira = await inOne((tx) => add(tx, "mira hansdottir"));
    await inOne((tx) => add(tx, "mira sol"));
    await inOne((tx) => erasePerson(tx, mira, now));
    expect(await words()).toEqual(["mira"]);
    expect((await database.db.select().from(nameWords)).map(({ typoKey }) => typoKey)).not.toContain("hansd");
  });

  it("stay if another person takes them while their last owner is deleted", async () => {
    const mira = await inOne((tx) => add(tx, "mira hansdottir"));
    const [taken, rest] = [gate(), gate()];
    const joining = inOne(async (tx) => {
      await add(tx, "olga hansdottir");
      taken.open();
      await rest.opened;
    });
    await taken.opened;
    const leaving = inOne((tx) => erasePerson(tx, mira, now));
    await untilWaiting();
    rest.open();
    await Promise.all([joining, leaving]);
    expect(await words()).toEqual(["hansdottir", "olga"]);
  });

  it("are added again if another person takes them right after their last owner was deleted", async () => {
    const mira = await inOne((tx) => add(tx, "mira hansdottir"));
    const [left, rest] = [gate(), gate()];
    const leaving = inOne(async (tx) => {
      await erasePerson(tx, mira, now);
      left.open();
      await rest.opened;
    });
    await left.opened;
    const joining = inOne((tx) => add(tx, "olga hansdottir"));
    await untilWaiting();
    rest.open();
    await Promise.all([leaving, joining]);
    expect(await words()).toEqual(["hansdottir", "olga"]);
  });

  it("don't deadlock when two people swap them", async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        inOne((tx) => add(tx, at % 2 === 0 ? `alma ${at}` : `ylva ${at}`)),
      ),
    );
    await Promise.all(
      pairs.map((person, at) =>
        inOne((tx) => rename(tx, person, at % 2 === 0 ? `ylva ${at}` : `alma ${at}`)),
      ),
    );
    expect(await words()).toEqual(["alma", "ylva"]);
  });
});

/** Resolves when a transaction of this database waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
