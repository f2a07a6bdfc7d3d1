import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";

import { footageEndpoints } from "#modules/footage/contract/files.ts";
import { maxFilesAtOnce } from "#modules/media/rules/limits.ts";

import { clip } from "../clips.ts";
import { accepted, floodAddress, floodOfCalls } from "./requests.ts";
import type { Scenario, ScenarioServer } from "./scenario.ts";
import { newPair, type Pair } from "./task-work.ts";
import { isConverted, newTask, until, uploadVersion } from "./video-work.ts";

const parallel = 8;
const content = Buffer.alloc(10_000, "clip");

/** Small files for as long as the flood runs: they arrive and are verified beside the work. */
export const footageScenario: Scenario = {
  name: "thousands of files for a task",
  work: "upload of a version until it can be watched, and of a file until it is verified",
  calls: 4,
  prepare: async (ground) => {
    const [working, flooding] = [await newPair(ground, "working"), await newPair(ground, "flooding")];
    const version = { path: await clip("h264"), type: "video/mp4" };
    const [filesTask, floodedTask] = [await newTask(working), await newTask(flooding)];
    return {
      work: async () => {
        const taskId = await uploadVersion(ground, working, version);
        await until(() => isConverted(working, taskId));
        const [path = ""] = await sendFiles(ground, working, filesTask, 1);
        await until(() => isVerified(working, filesTask, path));
      },
      flood: async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: parallel, localAddress: floodAddress });
        const flood = await floodOfCalls(2, async () => {
          await sendFiles(ground, flooding, floodedTask, maxFilesAtOnce, agent);
          return 200;
        });
        return {
          ...flood,
          stop: async () => {
            const answers = await flood.stop();
            agent.destroy();
            return answers;
          },
        };
      },
    };
  },
};

/** Sends new files to a task; resolves with their paths. */
async function sendFiles(
  { url }: ScenarioServer,
  { creator }: Pair,
  taskId: number,
  count: number,
  agent?: Agent,
): Promise<string[]> {
  const paths = Array.from({ length: count }, () => `${randomUUID()}.dng`);
  const files = paths.map((path) => ({ path, bytes: content.length, lastModified: 1_700_000_000_000 }));
  const begun = creator.call(footageEndpoints.beginFiles, {
    params: { id: String(taskId) },
    body: { files },
  });
  const results = await accepted(begun);
  await Promise.all(
    results.map(async (result) => {
      if (result.result !== "send") throw new Error(`The server answered with ${result.result}.`);
      const status = await sendContent(new URL(result.uploadUrl, url), creator.cookie, agent);
      if (status !== 204) throw new Error(`${status} to the upload`);
    }),
  );
  return paths;
}

function sendContent(url: URL, cookie: string, agent: Agent | undefined): Promise<number> {
  const headers = {
    cookie,
    "tus-resumable": "1.0.0",
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
    "content-length": content.length,
  };
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      { method: "PATCH", headers, family: 4, ...(agent && { agent }) },
      (response) => {
        response.once("end", () => resolve(response.statusCode ?? 0));
        response.once("error", reject);
        response.resume();
      },
    );
    sending.once("error", reject);
    sending.end(content);
  });
}

async function isVerified({ editor }: Pair, taskId: number, name: string): Promise<boolean> {
  const query = { search: name };
  const files = await accepted(
    editor.call(footageEndpoints.footageFiles, { params: { id: String(taskId) }, query }),
  );
  return files.some(({ state }) => state === "verified");
}
