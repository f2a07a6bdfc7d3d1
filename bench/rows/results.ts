import { endpointAddress } from "#core/endpoint-address.ts";
import { channelEndpoints } from "#modules/analytics/contract/channel.ts";
import { videosEndpoints } from "#modules/analytics/contract/videos.ts";
import { sessionEndpoints } from "#modules/sign-in/contract/sessions.ts";
import { fillFigures } from "#testing/fill-figures.ts";

import { fillDatabase, openDatabase } from "../database.ts";
import { type Figure, limitFigure, median, milliseconds, type Row, type Settings } from "../figure.ts";
import { createRequester, timeOf } from "../request-timing.ts";
import { startProduct } from "../running-product.ts";
import { fillTasks } from "../task-rows.ts";

const maxMilliseconds = 200;

/** Analytics over HTTP with 1,000 videos and three years of days, compared with 30 days. */
export const results: Row = {
  name: "results",
  measure: async (settings) => {
    const calls = settings.tiny ? 2 : 100;
    // Three years.
    const many = settings.tiny ? 60 : 1095;
    const long = await startWithFigures(settings, many);
    const short = await startWithFigures(settings, 30);
    const figures: Figure[] = [];
    for (const what of ["results of a video", "videos by views", "channel"] as const) {
      const times = { long: [] as number[], short: [] as number[] };
      for (let turn = 0; turn < calls * settings.rounds; turn += 1) {
        times.short.push(await timeOf(() => short.request(short.addresses[what])));
        times.long.push(await timeOf(() => long.request(long.addresses[what])));
      }
      const baseline = median(times.short);
      figures.push(
        limitFigure(`${what}, 1,000 videos with ${many} days each, p50`, median(times.long), {
          max: maxMilliseconds,
          show: milliseconds,
          baseline,
        }),
      );
    }
    long.close();
    short.close();
    return figures;
  },
};

async function startWithFigures(settings: Settings, days: number) {
  const product = await startProduct(settings);
  const { creator, editor } = product;
  const { id: creatorId } = await creator.call(sessionEndpoints.checkAuth, {});
  const { id: editorId } = await editor.call(sessionEndpoints.checkAuth, {});
  settings.log(`inserting ${days} days of 1,000 videos`);
  await fillDatabase(product, async (pool) => {
    // Three creators with 1,000 published videos each.
    await fillTasks(pool, settings.tiny ? 300 : 3090, { creatorId, editorId });
    await fillFigures(pool, { creatorId, days });
  });
  const database = await openDatabase(product, 1);
  const { rows } = await database.pool.query<{ id: number }>(
    "select max(task_id)::int as id from analysed_videos where person_id = $1",
    [creatorId],
  );
  await database.close();
  const params = { taskId: rows[0]?.id ?? 0 };
  const addresses = {
    "results of a video": endpointAddress(videosEndpoints.videoResults, { params, query: {} }),
    "videos by views": endpointAddress(channelEndpoints.channelVideos, { query: { sort: "views" } }),
    channel: endpointAddress(channelEndpoints.channel, {}),
  };
  return { addresses, ...createRequester(creator, 1) };
}
