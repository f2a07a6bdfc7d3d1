import { type Figure, limitFigure, median, type Row, seconds, type Settings } from "../figure.ts";
import { type Product, startProduct } from "../running-product.ts";
import { makeVideo } from "../video-file.ts";
import { createTask, sendVersion, untilWatchable } from "../workflow.ts";

/** From an upload's last byte to its first playable range, for a short and a long video. */
export const firstFrame: Row = {
  name: "first-frame",
  measure: async (settings) => {
    const { rounds, log } = settings;
    const [short, long] = [await madeFile(settings, 1), await madeFile(settings, settings.tiny ? 2 : 60)];
    const product = await startProduct(settings);
    // The first upload warms up the server.
    await timeToFirstRange(product, short);
    const times = { short: [] as number[], long: [] as number[] };
    for (let round = 1; round <= rounds; round += 1) {
      times.short.push(await timeToFirstRange(product, short));
      times.long.push(await timeToFirstRange(product, long));
      log(`1 minute ${seconds(times.short.at(-1) ?? 0)}, 60 minutes ${seconds(times.long.at(-1) ?? 0)}`);
    }
    return figures(median(times.short), median(times.long));
  },
};

/** Seconds by which the long video may take longer and count as equal. */
const sameWithin = 0.2;

function figures(short: number, long: number): Figure[] {
  return [
    limitFigure("last byte to first range, 1 minute of H.264", short, { max: 1, show: seconds }),
    limitFigure("last byte to first range, 60 minutes of H.264", long, { max: 1, show: seconds }),
    {
      what: "60 minutes against 1 minute",
      measured: seconds(long),
      baseline: seconds(short),
      ratio: long / short,
      target: { text: `within ${seconds(sameWithin)}`, met: long - short <= sameWithin },
    },
  ];
}

function madeFile({ folder }: Settings, minutes: number) {
  return makeVideo(folder, { name: `${minutes}-minutes.mp4`, megabits: 1, seconds: minutes * 60 });
}

let tasks = 0;

async function timeToFirstRange(product: Product, file: { path: string; bytes: number }): Promise<number> {
  const { creator, editor } = product;
  tasks += 1;
  const taskId = await createTask(creator, editor, `First frame ${tasks}`);
  await product.waitUntilIdle();
  const watchable = untilWatchable(creator, taskId);
  const sentAt = await sendVersion(editor, taskId, file);
  const { fileUrl } = await watchable;
  if (fileUrl === null) throw new Error("The video does not play as it is.");
  const range = await fetch(creator.url + fileUrl, {
    headers: { cookie: creator.cookie, range: `bytes=0-${1024 * 1024 - 1}` },
  });
  if (range.status !== 206) throw new Error(`The video's first range returned ${range.status}.`);
  await range.arrayBuffer();
  return (performance.now() - sentAt) / 1000;
}
