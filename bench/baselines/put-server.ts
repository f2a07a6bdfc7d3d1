import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { pipeline } from "node:stream/promises";

/**
 * Baseline of a browser upload: a minimal Node server that writes the body of a PUT to the file named on its
 * command line, and a page to choose a file. Prints its port when ready.
 */
const highWaterMark = 1024 * 1024;
const [target = ""] = process.argv.slice(2);

const page = `<!doctype html><meta charset="utf-8"><title>Plain PUT</title><input type="file">`;

const server = createServer({ highWaterMark }, (request, response) => {
  if (request.method !== "PUT") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    return;
  }
  pipeline(request, createWriteStream(target, { highWaterMark })).then(
    () => response.writeHead(204).end(),
    () => response.destroy(),
  );
});
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(address.port);
});
