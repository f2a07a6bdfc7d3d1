import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** A line between browsers and a server that can be slow, or cut: what was under way on it is then lost. */
export interface Line {
  /** Where browsers go. */
  url: string;
  /** Where the line leads: a server's address. */
  leadTo: (url: string) => void;
  /** Lets each connection send so many bytes a second. */
  slow: (bytesPerSecond: number) => void;
  cut: () => void;
  /** Lets nothing through its open connections any more, and keeps them open; new ones work. */
  strand: () => void;
  /** Whole again, and fast. */
  mend: () => void;
  close: () => void;
}

export async function openLine(): Promise<Line> {
  let port = 0;
  let whole = true;
  let bytesPerSecond = Infinity;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    return socket.on("error", () => socket.destroy());
  };

  const server = createServer((browser) => {
    if (!whole) return void browser.destroy();
    const upstream = keep(connect(port, "localhost"));
    keep(browser).on("close", () => upstream.destroy());
    upstream.on("close", () => browser.destroy()).pipe(browser);
    const pace = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000);
      },
    });
    browser.pipe(pace).pipe(upstream);
  });
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("The line has no port.");

  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    leadTo: (url) => void (port = Number(new URL(url).port)),
    slow: (rate) => {
      whole = true;
      bytesPerSecond = rate;
    },
    strand: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: () => {
      whole = false;
      drop();
    },
    mend: () => {
      whole = true;
      bytesPerSecond = Infinity;
    },
    close: () => {
      server.close();
      drop();
    },
  };
}
