import { freePort } from "#testing/free-port.ts";

import { startBaseline } from "../baseline-process.ts";
import { gigabytes, limitFigure, mebibytes, perGigabyte, type Row, speedFigure } from "../figure.ts";
import { measureRelay } from "../relaying.ts";

const bitsPerSecond = 2.5e9;
const roundTripMilliseconds = 50;

/** The publishing job and `curl -T`, both through a line of 2.5 Gbit/s with a round trip of 50 ms. */
export const relayLine: Row = {
  name: "relay-line",
  measure: async (settings) => {
    const sandboxPort = String(await freePort());
    const line = await startBaseline(
      "line.ts",
      [sandboxPort, String(bitsPerSecond), String(roundTripMilliseconds)],
      settings,
    );
    const { speed, baseline, cpuSecondsPerGigabyte, grownBytes, bytes } = await measureRelay(settings, {
      // Preparation takes as long as the video, so a short one of the same size.
      megabits: 100,
      serverSettings: {
        SANDBOX_PORT: sandboxPort,
        SANDBOX_URL: `http://localhost:${line}`,
        SANDBOX_LISTEN_ON: "127.0.0.1",
      },
    });
    const what = `relay, ${gigabytes(bytes)} over 2.5 Gbit/s and 50 ms`;
    return [
      speedFigure(`${what}, against curl -T`, speed, baseline, 0.95),
      limitFigure(`${what}, growth of the server's memory`, grownBytes, {
        max: 64 * 2 ** 20,
        show: mebibytes,
      }),
      limitFigure(`${what}, the server's CPU`, cpuSecondsPerGigabyte, { max: 1, show: perGigabyte }),
    ];
  },
};
