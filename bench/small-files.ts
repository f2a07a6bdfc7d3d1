import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";

import { footageEndpoints } from "#modules/footage/contract/files.ts";
import { maxFilesAtOnce } from "#modules/media/rules/limits.ts";

import type { Person } from "./workflow.ts";

/** Requests that are sent at once, as by the browser's sender. */
const parallel = 4;

interface SmallFile {
  name: string;
  content: Buffer;
}

/** Different files of the same size, in a number that a folder of stills or project files has. */
export function smallFiles(count: number, bytes: number): SmallFile[] {
  const content = randomBytes(bytes);
  return Array.from({ length: count }, (_, at) => {
    const copy = Buffer.from(content);
    copy.writeUInt32LE(at);
    return { name: `frame-${String(at).padStart(5, "0")}.dng`, content: copy };
  });
}

/** Announces files of a task in batches and sends them, several at once; resolves with the seconds until the last response. */
export async function sendToTask(
  person: Person,
  taskId: number,
  files: readonly SmallFile[],
): Promise<number> {
  const { send, close } = createSender();
  const began = performance.now();
  for (let first = 0; first < files.length; first += maxFilesAtOnce) {
    const batch = files.slice(first, first + maxFilesAtOnce);
    const announced = batch.map(({ name, content }) => {
      return { path: `Stills/${name}`, bytes: content.length, lastModified: 1_700_000_000_000 };
    });
    const results = await person.call(footageEndpoints.beginFiles, {
      params: { id: String(taskId) },
      body: { files: announced },
    });
    await severalAtOnce(batch, async ({ content }, at) => {
      const result = results[at];
      if (result?.result !== "send") throw new Error(`The server answered with ${result?.result}.`);
      await send(new URL(result.uploadUrl, person.url), {
        method: "PATCH",
        headers: {
          cookie: person.cookie,
          "tus-resumable": "1.0.0",
          "content-type": "application/offset+octet-stream",
          "upload-offset": "0",
          "upload-sha256": createHash("sha256").update(content).digest("hex"),
        },
        content,
      });
    });
  }
  const seconds = (performance.now() - began) / 1000;
  close();
  return seconds;
}

/** PUTs the same files to a server below `url`; resolves with the seconds until the last response. */
export async function putFiles(url: string, files: readonly SmallFile[]): Promise<number> {
  const { send, close } = createSender();
  const began = performance.now();
  await severalAtOnce(files, ({ name, content }) =>
    send(new URL(name, `${url}/`), { method: "PUT", headers: {}, content }),
  );
  const seconds = (performance.now() - began) / 1000;
  close();
  return seconds;
}

interface Sent {
  method: "PATCH" | "PUT";
  headers: Record<string, string>;
  content: Buffer;
}

function createSender() {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const send = (url: URL, { method, headers, content }: Sent) =>
    new Promise<void>((resolve, reject) => {
      const length = { "content-length": content.length };
      const sending = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
        response.resume();
        const { statusCode = 500 } = response;
        response.once("end", () =>
          statusCode < 300 ? resolve() : reject(new Error(`${method} ${url.pathname}: ${statusCode}`)),
        );
      });
      sending.once("error", reject);
      sending.end(content);
    });
  return { send, close: () => agent.destroy() };
}

async function severalAtOnce<Item>(
  items: readonly Item[],
  act: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  const remaining = [...items.entries()];
  const work = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
