import { endpointAddress } from "#core/endpoint-address.ts";
import { peopleEndpoints } from "#modules/people/contract/people.ts";
import { searchPeople } from "#modules/people/server/search/search-people.ts";
import { people } from "#modules/people/server/tables.ts";
import { profilesEndpoints } from "#modules/profiles/contract/profiles.ts";
import { listTopCreators, listTopEditors } from "#modules/profiles/server/public/profiles.ts";
import { insertGeneratedUsers } from "#testing/generate-users.ts";

import { type Database, fillDatabase, openDatabase } from "../database.ts";
import type { Figure, Row, Settings } from "../figure.ts";
import { type ReadTarget, growthFigure, rateFigures, type Read } from "../read-figures.ts";
import { type Product, startProduct } from "../running-product.ts";

const connections = 8;

/**
 * Requests for names of the generated users. Typos are in given names that more than twenty users have in
 * both databases, so that responses have the same size.
 */
const requests: Record<string, { as: "creator" | "editor"; reads: readonly Read[] }> = {
  "search, beginning": search(["Hart", "Ingeb", "Васил", "Mar", "أحم"]),
  "search, whole name": search(["Oliver Philippa Whiteland", "Oddny Åsa Harnes", "Фёдор Фёдор Хохленко"]),
  "search, nobody": search(["Marlene Oliver Hartfordington", "Olga Fernando Garcirez"]),
  "search, typo": search(["Marlnee", "Alexnader", "Guadlaupe", "Ingebrog", "Григроий"]),
  "search, empty": search([""]),
  "top editors": {
    as: "creator",
    reads: [{ address: endpointAddress(profilesEndpoints.topEditors, {}), act: listTopEditors }],
  },
  "top youtubers": {
    as: "editor",
    reads: [{ address: endpointAddress(profilesEndpoints.topYoutubers, {}), act: listTopCreators }],
  },
};

/**
 * User search and top lists over HTTP among a million users, compared with ten thousand users and with the
 * SQL alone.
 */
export const peopleSearch: Row = {
  name: "people-search",
  measure: async (settings) => {
    const [few, many] = settings.tiny ? [1000, 2000] : [10_000, 1_000_000];
    const [small, large] = [await startWithUsers(settings, few), await startWithUsers(settings, many)];
    const figures: Figure[] = [];
    for (const [what, { as, reads }] of Object.entries(requests)) {
      const targets = { few: readAs(small, as), many: readAs(large, as) };
      figures.push(await growthFigure(what, reads, targets, settings));
      figures.push(...(await rateFigures(what, reads, targets.many, settings)));
    }
    return figures;
  },
};

function search(queries: readonly string[]): { as: "creator"; reads: Read[] } {
  const reads = queries.map((query) => ({
    address: endpointAddress(peopleEndpoints.searchUser, { query: { query } }),
    act: (ctx: Parameters<typeof searchPeople>[0]) => searchPeople(ctx, query),
  }));
  return { as: "creator", reads };
}

interface ProductWithUsers {
  product: Product;
  database: Database;
  /** All users, including the creator and editor of the row. */
  rows: number;
}

function readAs({ product, database, rows }: ProductWithUsers, as: "creator" | "editor"): ReadTarget {
  return { person: product[as], database, pid: product.reelay.pid, rows };
}

async function startWithUsers(settings: Settings, size: number): Promise<ProductWithUsers> {
  const product = await startProduct(settings);
  settings.log(`inserting ${size} users`);
  await fillDatabase(product, (pool) => insertGeneratedUsers(pool, size));
  const database = await openDatabase(product, connections);
  settings.onEnd(database.close);
  return { product, database, rows: await database.db.$count(people) };
}
