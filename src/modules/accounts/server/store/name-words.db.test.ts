import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { Transaction } from "#core/server/database.ts";
import { nameKey } from "#modules/accounts/rules.ts";
import { freshDatabase, type FreshDatabase } from "#testing/database.ts";

import { nameWords, people, type Person } from "../tables.ts";
import { erasePerson } from "./leaving.ts";
import { insertPerson, updatePerson } from "./people.ts";

const now = new Date("2026-11-20T10:00:00Z");
let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => database.drop());
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

/** A door that stays shut until it is opened. */
function door() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("the words of names", () => {
  it("go with the last name that has them, at a change of name", async () => {
    const mira = await inOne((tx) => add(tx, "Mira.Hansdottir"));
    await inOne((tx) => add(tx, "Olga Ines Mira"));
    const renamed = await inOne((tx) => rename(tx, mira, "Hansen Mira"));
    expect(await words()).toEqual(["hansen", "ines", "mira", "olga"]);
    await inOne((tx) => rename(tx, renamed, "HANSEN mira"));
    expect(await words()).toEqual(["hansen", "ines", "mira", "olga"]);
  });

  it("stay where another name has them whole, in any of its first three places", async () => {
    const mira = await inOne((tx) => add(tx, "hart lang brook stone"));
    const others = ["hart-green", "anna lang", "anna-ina_brook", "hartford langley brooks"];
    for (const name of others) await inOne((tx) => add(tx, name));
    await inOne((tx) => rename(tx, mira, "somebody else"));
    expect(await words()).toEqual(expect.arrayContaining(["hart", "lang", "brook"]));
    const alone = await inOne((tx) => add(tx, "ford lake"));
    await inOne((tx) => add(tx, "fordham bradford"));
    await inOne((tx) => rename(tx, alone, "nobody else"));
    expect(await words()).not.toEqual(expect.arrayContaining(["ford"]));
  });

  it("go with a deleted account", async () => {
    const mira = await inOne((tx) => add(tx, "mira hansdottir"));
    await inOne((tx) => add(tx, "mira sol"));
    await inOne((tx) => erasePerson(tx, mira, now));
    expect(await words()).toEqual(["mira"]);
    expect((await database.db.select().from(nameWords)).map(({ typoKey }) => typoKey)).not.toContain("hansd");
  });

  it("are kept for somebody who takes them while their last owner leaves", async () => {
    const mira = await inOne((tx) => add(tx, "mira hansdottir"));
    const [taken, rest] = [door(), door()];
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

  it("are noted anew by somebody who takes them just after their last owner has left", async () => {
    const mira = await inOne((tx) => add(tx, "mira hansdottir"));
    const [left, rest] = [door(), door()];
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

  it("never make two who swap them wait for one another", async () => {
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
