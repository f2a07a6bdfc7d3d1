import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A reverse proxy with restrictions that are common in production. */
export interface Proxy {
  url: string;
  /** Sizes in bytes of the upload requests that succeeded, in order. */
  passed: number[];
  close: () => void;
}

/**
 * Rejects request bodies above `maxBytes`, buffers each body before it forwards it, or never forwards the responses to
 * uploads and keeps the connection open.
 */
type ProxyBehaviour = { maxBytes: number } | "buffers" | "drops responses";

export async function openProxy(serverUrl: string, behaviour: ProxyBehaviour): Promise<Proxy> {
  const passed: number[] = [];

  const forward = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    const bytes = Number(headers["content-length"] ?? 0);
    if (typeof behaviour === "object" && bytes > behaviour.maxBytes) {
      response.writeHead(413, { "content-type": "text/html" }).end("<h1>413 Request Entity Too Large</h1>");
      incoming.resume();
      return;
    }
    const buffered = behaviour === "buffers" ? await buffer(incoming) : null;
    const outgoing = request(new URL(url, serverUrl), { method, headers });
    response.on("close", () => outgoing.destroy());
    if (buffered) outgoing.end(buffered);
    else incoming.pipe(outgoing);
    const [upstreamResponse] = (await once(outgoing, "response")) as [IncomingMessage];
    if (method === "PATCH" && upstreamResponse.statusCode === 204) passed.push(bytes);
    if (method === "PATCH" && behaviour === "drops responses") return void upstreamResponse.resume();
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
    upstreamResponse.pipe(response);
  };

  const server = createServer((incoming, response) => {
    // Either side may close first.
    forward(incoming, response).catch(() => response.destroy());
  });
  // Socket.IO.
  server.on("upgrade", ({ url = "/", headers }, browser, browserHead) => {
    const outgoing = request(new URL(url, serverUrl), { headers });
    outgoing.on("upgrade", (upstreamResponse, upstream, head) => {
      browser.write(`HTTP/1.1 101 Switching Protocols\r\n${headerLines(upstreamResponse)}\r\n`);
      // Bytes received together with the upgrade.
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
