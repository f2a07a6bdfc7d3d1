import { accountsEndpoints } from "#modules/accounts/contract.ts";
import { searchPeople } from "#modules/accounts/server/search-people.ts";
import { people } from "#modules/accounts/server/tables.ts";
import { profilesEndpoints } from "#modules/profiles/contract.ts";
import { listTopCreators, listTopEditors } from "#modules/profiles/server/actions.ts";
import { addressOf } from "#testing/client.ts";
import { fillManyUsers } from "#testing/many-users.ts";

import { type Database, fillDatabase, openDatabase } from "../database.ts";
import type { Figure, Row, Settings } from "../figure.ts";
import { type Product, startProduct } from "../product.ts";
import { type Asked, growthOf, rateOfReads, type Read } from "../reads.ts";

const [few, many] = [10_000, 1_000_000];
const connections = 8;

/**
 * What people ask for, by the names that the generated crowd has. Typos are in given names, which more than twenty
 * people share among few as among many, so that the same number of rows is read and sent.
 */
const asks: Record<string, { as: "creator" | "editor"; reads: readonly Read[] }> = {
  "search, beginning": search(["Hart", "Ingeb", "Васил", "Mar", "أحم"]),
  "search, whole name": search(["Oliver Philippa Whiteland", "Oddny Åsa Harnes", "Фёдор Фёдор Хохленко"]),
  "search, nobody": search(["Marlene Oliver Hartfordington", "Olga Fernando Garcirez"]),
  "search, typo": search(["Marlnee", "Alexnader", "Guadlaupe", "Ingebrog", "Григроий"]),
  "search, empty": search([""]),
  "top editors": {
    as: "creator",
    reads: [{ address: addressOf(profilesEndpoints.topEditors, {}), act: listTopEditors }],
  },
  "top youtubers": {
    as: "editor",
    reads: [{ address: addressOf(profilesEndpoints.topYoutubers, {}), act: listTopCreators }],
  },
};

/** People search and top lists over HTTP among a million people: against among ten thousand, and against the SQL alone. */
export const peopleSearch: Row = {
  name: "people-search",
  measure: async (settings) => {
    const [small, large] = [await startCrowd(settings, few), await startCrowd(settings, many)];
    const figures: Figure[] = [];
    for (const [what, { as, reads }] of Object.entries(asks)) {
      const asked = { few: asking(small, as), many: asking(large, as) };
      figures.push(await growthOf(what, reads, asked, settings));
      figures.push(...(await rateOfReads(what, reads, asked.many, settings)));
    }
    return figures;
  },
};

function search(queries: readonly string[]): { as: "creator"; reads: Read[] } {
  const reads = queries.map((query) => ({
    address: addressOf(accountsEndpoints.searchUser, { query: { query } }),
    act: (ctx: Parameters<typeof searchPeople>[0]) => searchPeople(ctx, query),
  }));
  return { as: "creator", reads };
}

interface ManyUsers {
  product: Product;
  database: Database;
  /** Everybody, the two who ask included. */
  rows: number;
}

function asking({ product, database, rows }: ManyUsers, as: "creator" | "editor"): Asked {
  return { person: product[as], database, pid: product.reelay.pid, rows };
}

async function startCrowd(settings: Settings, size: number): Promise<ManyUsers> {
  const product = await startProduct(settings);
  settings.say(`filling in ${size} people`);
  await fillDatabase(product, (pool) => fillManyUsers(pool, size));
  const database = await openDatabase(product, connections);
  settings.atEnd(database.close);
  return { product, database, rows: await database.db.$count(people) };
}
