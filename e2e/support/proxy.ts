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
 * What a proxy does with uploads: it refuses bodies above `most` bytes with a page of its own, gathers each body before it
 * passes it on, or never passes on the reply to one, and keeps its connection open.
 */
type Habit = { most: number } | "gathers" | "loses replies";

export async function openProxy(serverUrl: string, habit: Habit): Promise<Proxy> {
  const passed: number[] = [];

  const pass = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const bytes = Number(headers["content-length"] ?? 0);
    if (typeof habit === "object" && bytes > habit.most) {
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
    if (method === "PATCH" && habit === "loses replies") return void reply.resume();
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(answer);
  };

  const server = createServer((incoming, answer) => {
    // Either side may be gone before the other.
    pass(incoming, answer).catch(() => answer.destroy());
  });
  // The live connection.
  server.on("upgrade", ({ url = "/", headers }, browser, browserHead) => {
    const outgoing = request(new URL(url, serverUrl), { headers });
    outgoing.on("upgrade", (reply, upstream, head) => {
      browser.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(reply)}\r\n`);
      // What came along with the change of protocol.
      browser.write(head);
      upstream.write(browserHead);
      upstream.on("error", () => browser.destroy()).pipe(browser);
      browser.on("error", () => upstream.destroy()).pipe(upstream);
    });
    outgoing.on("error", () => browser.destroy()).end();
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

function headerLines({ rawHeaders }: IncomingMessage): string {
  return rawHeaders.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join("");
}
