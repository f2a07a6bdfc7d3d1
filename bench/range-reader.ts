import { once } from "node:events";
import { connect } from "node:net";

/** One player's connection: requests ranges and discards their bytes with little CPU time. */
export interface RangeReader {
  /** Resolves when all bytes from `start` to `end` (inclusive) were received. */
  read: (start: number, end: number) => Promise<void>;
  close: () => void;
}

const headEnd = Buffer.from("\r\n\r\n");

/** Uses a plain socket, because an HTTP client's own work would hide the server's. */
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
        fail(new Error(`Unexpected response to a range request: ${responseHead}`));
      left -= head.length - end - headEnd.length;
      head = null;
    }
    if (left < 0) fail(new Error("The response has more bytes than requested."));
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
  socket.on("end", () => fail(new Error("The server closed a reader's connection.")));
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
