import { accountsEndpoints } from "#product/accounts/contract.ts";
import { profilesEndpoints } from "#product/profiles/contract.ts";
import { fillCrowd } from "#testing/crowd.ts";

import { timeOf } from "../asking.ts";
import { fillDatabase } from "../database.ts";
import { type Figure, median, milliseconds, type Row, type Settings } from "../figure.ts";
import { type Product, startProduct } from "../product.ts";

const calls = 100;
const mostGrowth = 1.3;

/** What people ask for, by the names that the generated crowd has. */
const asks: Record<string, (product: Product, turn: number) => Promise<unknown>> = {
  "search, beginning": search(["Hart", "Ingeb", "Васил", "Mar", "أحم"]),
  "search, whole name": search(["Marlene Oliver Hartford", "Åsa Bjørn Hanssen", "Olga Fernando Garcirez"]),
  "search, typo": search(["Hartfrod", "Marlnee", "Alexnader", "Кузнцеов", "Sviensen"]),
  "search, empty": search([""]),
  "top editors": ({ creator }) => creator.call(profilesEndpoints.topEditors, {}),
  "top youtubers": ({ editor }) => editor.call(profilesEndpoints.topYoutubers, {}),
};

/** People search and top lists over HTTP, among a million people against among ten thousand. */
export const peopleSearch: Row = {
  name: "people-search",
  measure: async (settings) => {
    const small = await startCrowd(settings, 10_000);
    const large = await startCrowd(settings, 1_000_000);
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(asks)) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let turn = 0; turn < calls * settings.rounds; turn += 1) {
        times.small.push(await timeOf(() => ask(small, turn)));
        times.large.push(await timeOf(() => ask(large, turn)));
      }
      const [among10k, among1m] = [median(times.small), median(times.large)];
      settings.say(
        `${what}: ${milliseconds(among10k)} among 10,000, ${milliseconds(among1m)} among 1,000,000`,
      );
      const ratio = among1m / among10k;
      figures.push({
        what: `${what}, p50 among 1,000,000 people`,
        measured: milliseconds(among1m),
        floor: milliseconds(among10k),
        ratio,
        target: { words: `≤ ${mostGrowth} of that among 10,000`, met: ratio <= mostGrowth },
      });
    }
    return figures;
  },
};

function search(queries: readonly string[]) {
  return ({ creator }: Product, turn: number) =>
    creator.call(accountsEndpoints.searchUser, { query: { query: queries[turn % queries.length] ?? "" } });
}

async function startCrowd(settings: Settings, count: number): Promise<Product> {
  const product = await startProduct(settings);
  settings.say(`filling in ${count} people`);
  await fillDatabase(product, (pool) => fillCrowd(pool, count));
  return product;
}
