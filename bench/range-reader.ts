import { once } from "node:events";
import { connect } from "node:net";

/** One player's connection: asks for ranges and drops their bytes, as cheaply as this process can. */
export interface RangeReader {
  /** Resolves when the last byte from `start` to `end` (inclusive) has come. */
  read: (start: number, end: number) => Promise<void>;
  close: () => void;
}

const headEnd = Buffer.from("\r\n\r\n");

/** Below HTTP clients, whose own work for each byte would hide the server's. */
export async function openRangeReader(address: URL, cookie?: string): Promise<RangeReader> {
  let left = 0;
  let head: Buffer | null = null;
  let pending: { resolve: () => void; reject: (error: Error) => void } | null = null;
  const fail = (error: Error) => pending?.reject(error);

  const take = (bytes: number, buffer: Uint8Array): boolean => {
    if (head === null) {
      left -= bytes;
    } else {
      head = Buffer.concat([head, buffer.subarray(0, bytes)]);
      const end = head.indexOf(headEnd);
      if (end < 0) return true;
      const responseHead = head.toString("latin1", 0, end);
      if (!responseHead.startsWith("HTTP/1.1 206 "))
        fail(new Error(`A range was answered with: ${responseHead}`));
      left -= head.length - end - headEnd.length;
      head = null;
    }
    if (left < 0) fail(new Error("A range brought more bytes than were asked for."));
    if (left === 0) pending?.resolve();
    return true;
  };

  const socket = connect({
    host: address.hostname,
    port: Number(address.port),
    onread: { buffer: Buffer.alloc(1024 * 1024), callback: take },
  });
  await once(socket, "connect");
  socket.on("error", fail);
  socket.on("end", () => fail(new Error("The server has closed a reader's connection.")));
  const common = [
    `GET ${address.pathname} HTTP/1.1`,
    `Host: ${address.host}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
  ].join("\r\n");
  return {
    read: (start, end) =>
      new Promise((resolve, reject) => {
        left = end - start + 1;
        head = Buffer.alloc(0);
        pending = { resolve, reject };
        socket.write(`${common}\r\nRange: bytes=${start}-${end}\r\n\r\n`);
      }),
    close: () => socket.destroy(),
  };
}
