import { createServer, type RequestListener } from "node:http";

/** A server on a free port of this machine. */
export interface HttpServer {
  origin: string;
  /** Also ends the requests that are not answered. */
  close: () => void;
}

/** Starts a server that handles every request with `answer`. */
export async function startHttpServer(answer: RequestListener): Promise<HttpServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${address.port}`, close };
}
