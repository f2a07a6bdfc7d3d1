import { connect, createServer, type Socket } from "node:net";

/**
 * A TCP proxy on localhost with the rate and the round trip of a long line. Arguments: port to forward to, bits per second in
 * each direction, milliseconds of the round trip. Prints its port when ready.
 */
const [target = 0, bitsPerSecond = 0, roundTrip = 0] = process.argv.slice(2).map(Number);
const bytesPerMillisecond = bitsPerSecond / 8 / 1000;
const delay = roundTrip / 2;
/** Bytes on their way, as with a TCP window that fits the line. */
const capacity = bytesPerMillisecond * roundTrip;

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const upstream = connect({ port: target, host: "localhost", allowHalfOpen: true, noDelay: true });
  forward(client, upstream);
  forward(upstream, client);
});
server.listen(0, "localhost", () => {
  const address = server.address();
  if (address && typeof address === "object") console.log(address.port);
});

/** Forwards the bytes that `from` receives, at the line's rate and after its delay. */
function forward(from: Socket, to: Socket): void {
  const underway: { chunk: Buffer | null; due: number }[] = [];
  let bytes = 0;
  let sentUntil = 0;
  let timer: NodeJS.Timeout | null = null;

  const deliver = () => {
    timer = null;
    const now = performance.now();
    while (underway[0] && underway[0].due <= now && !to.writableNeedDrain) {
      const { chunk } = underway.shift() ?? { chunk: null };
      if (!chunk) return void to.end();
      bytes -= chunk.length;
      to.write(chunk);
    }
    if (bytes < capacity) from.resume();
    if (underway[0] && !to.writableNeedDrain) timer = setTimeout(deliver, Math.max(1, underway[0].due - now));
  };
  const accept = (chunk: Buffer | null) => {
    sentUntil = Math.max(sentUntil, performance.now()) + (chunk?.length ?? 0) / bytesPerMillisecond;
    underway.push({ chunk, due: sentUntil + delay });
    bytes += chunk?.length ?? 0;
    if (bytes >= capacity) from.pause();
    timer ??= setTimeout(deliver, delay);
  };
  from.on("data", accept);
  from.on("end", () => accept(null));
  to.on("drain", () => timer ?? deliver());
  from.on("error", () => to.destroy());
  from.on("close", () => to.destroySoon());
}
