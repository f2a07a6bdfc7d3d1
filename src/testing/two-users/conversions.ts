import { join } from "node:path";

import { findFfmpeg } from "#adapters/ffmpeg/ffmpeg.ts";
import { runFfmpeg } from "#adapters/ffmpeg/run.ts";
import { tasksEndpoints } from "#modules/tasks/contract/tasks.ts";

import { clip } from "../clips.ts";
import { accepted } from "./requests.ts";
import type { Scenario } from "./scenario.ts";
import { newPair } from "./task-work.ts";
import { isConverted, until, uploadVersion } from "./video-work.ts";

export const conversionScenario: Scenario = {
  name: "conversion of four videos of ten hours",
  work: "upload of a clip until it can be watched as a whole",
  calls: 2,
  prepare: async (ground) => {
    const [working, flooding] = [await newPair(ground, "working"), await newPair(ground, "flooding")];
    const short = { path: await clip("prores"), type: "video/quicktime" };
    const long = { path: await tenHours(ground.folder), type: "video/x-matroska" };
    return {
      work: async () => {
        const taskId = await uploadVersion(ground, working, short);
        await until(() => isConverted(working, taskId));
      },
      flood: async () => {
        const taskIds = [1, 2, 3, 4].map(() => uploadVersion(ground, flooding, long));
        const begun = await Promise.all(taskIds);
        return {
          isUnfinished: async () => {
            const converted = await Promise.all(begun.map((taskId) => isConverted(flooding, taskId)));
            return converted.every((isComplete) => !isComplete);
          },
          stop: async () => {
            for (const id of begun) {
              await accepted(flooding.creator.call(tasksEndpoints.cancelTask, { params: { id } }));
            }
            return { videos: begun.length };
          },
        };
      },
    };
  },
};

/** Ten hours of black, in a format that browsers can't play. */
async function tenHours(folder: string): Promise<string> {
  const { ffmpeg } = await findFfmpeg(process.env);
  if (!ffmpeg) throw new Error("No ffmpeg");
  const [minute, hours] = [join(folder, "minute.mkv"), join(folder, "hours.mkv")];
  const run = (args: string[]) => runFfmpeg(ffmpeg, { args, timeLimitSeconds: 120, niceness: 0 });
  await run(["-f", "lavfi", "-i", "color=black:s=640x360:r=25:d=60", "-c:v", "mpeg4", "-y", minute]);
  await run(["-stream_loop", "599", "-i", minute, "-c", "copy", "-y", hours]);
  return hours;
}
