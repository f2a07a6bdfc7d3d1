import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** What stands between browsers and a server, with the habits that such proxies have. */
export interface Proxy {
  url: string;
  /** The sizes of uploaded bodies that have got through whole, in bytes, in their order. */
  passed: number[];
  close: () => void;
}

/**
 * Opens a proxy that refuses bodies above `most` bytes with a page of its own, or one that gathers each body before it
 * passes it on.
 */
export async function openProxy(serverUrl: string, habit: { most: number } | "gathers"): Promise<Proxy> {
  const passed: number[] = [];

  const pass = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const bytes = Number(headers["content-length"] ?? 0);
    if (habit !== "gathers" && bytes > habit.most) {
      answer.writeHead(413, { "content-type": "text/html" }).end("<h1>413 Request Entity Too Large</h1>");
      incoming.resume();
      return;
    }
    const gathered = habit === "gathers" ? await buffer(incoming) : null;
    const outgoing = request(new URL(url, serverUrl), { method, headers });
    answer.on("close", () => outgoing.destroy());
    if (gathered) outgoing.end(gathered);
    else incoming.pipe(outgoing);
    const [reply] = (await once(outgoing, "response")) as [IncomingMessage];
    if (method === "PATCH" && reply.statusCode === 204) passed.push(bytes);
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  };

  const server = createServer((incoming, answer) => {
    // Either side may be gone before the other.
    pass(incoming, answer).catch(() => answer.destroy());
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("The proxy has no port.");
  return {
    url: `http://localhost:${address.port}`,
    passed,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
