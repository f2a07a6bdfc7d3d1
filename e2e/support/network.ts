import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

import { delayedBytes, type LineQuality } from "#testing/delayed-bytes.ts";

/** A network connection between browsers and a server that can be slowed down or cut. */
export interface Line {
  /** The URL for browsers. */
  url: string;
  /** Forwards new connections to the server at this URL. */
  leadTo: (url: string) => void;
  /** Limits what each connection sends, in bytes per second. */
  slow: (bytesPerSecond: number) => void;
  /** Delays what is sent from now on, in both directions. */
  worsen: (quality: LineQuality) => void;
  /** Closes all connections and refuses new ones; data in transit is lost. */
  cut: () => void;
  /** Blocks open connections without closing them; new ones work. */
  strand: () => void;
  /** Ends `cut`, `slow` and `worsen`. */
  mend: () => void;
  close: () => void;
}

export async function openLine(): Promise<Line> {
  let port = 0;
  let connected = true;
  let bytesPerSecond = Infinity;
  let quality: LineQuality | null = null;
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    return socket.on("error", () => socket.destroy());
  };

  const server = createServer({ noDelay: true }, (browser) => {
    if (!connected) return void browser.destroy();
    const upstream = track(connect({ port, host: "localhost", noDelay: true }));
    track(browser).on("close", () => upstream.destroy());
    // What the server sent before it closed the connection is on its way.
    const back = delayedBytes(() => quality);
    upstream
      .on("error", () => browser.destroy())
      .pipe(back)
      .pipe(browser);
    const throttle = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000);
      },
    });
    browser
      .pipe(throttle)
      .pipe(delayedBytes(() => quality, { connects: true }))
      .pipe(upstream);
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
    worsen: (worse) => void (quality = worse),
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
      quality = null;
    },
    close: () => {
      server.close();
      destroyAll();
    },
  };
}
