import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A network connection between browsers and a server that can be slowed down or cut. */
export interface Line {
  /** The URL for browsers. */
  url: string;
  /** Forwards new connections to the server at this URL. */
  leadTo: (url: string) => void;
  /** Limits what each connection sends, in bytes per second. */
  slow: (bytesPerSecond: number) => void;
  /** Closes all connections and refuses new ones; data in transit is lost. */
  cut: () => void;
  /** Blocks open connections without closing them; new ones work. */
  strand: () => void;
  /** Ends `cut` and `slow`. */
  mend: () => void;
  close: () => void;
}

export async function openLine(): Promise<Line> {
  let port = 0;
  let connected = true;
  let bytesPerSecond = Infinity;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    return socket.on("error", () => socket.destroy());
  };

  const server = createServer((browser) => {
    if (!connected) return void browser.destroy();
    const upstream = track(connect(port, "localhost"));
    track(browser).on("close", () => upstream.destroy());
    upstream.on("close", () => browser.destroy()).pipe(browser);
    const throttle = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000);
      },
    });
    browser.pipe(throttle).pipe(upstream);
  });
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("The line has no port.");

  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    leadTo: (url) => void (port = Number(new URL(url).port)),
    slow: (rate) => {
      connected = true;
      bytesPerSecond = rate;
    },
    strand: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: () => {
      connected = false;
      destroyAll();
    },
    mend: () => {
      connected = true;
      bytesPerSecond = Infinity;
    },
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
