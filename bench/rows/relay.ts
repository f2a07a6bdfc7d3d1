import {
  gigabytes,
  limitFigure,
  mebibytes,
  perGigabyte,
  plainFigure,
  type Row,
  speedFigure,
} from "../figure.ts";
import { measureRelay } from "../relaying.ts";

/** The publishing job of a running server compared with `curl -T` of the same file to the same endpoint. */
export const relay: Row = {
  name: "relay",
  measure: async (settings) => {
    const { speed, baseline, cpuSecondsPerGigabyte, grownBytes, bytes } = await measureRelay(settings, {
      megabits: 20,
    });
    return [
      speedFigure(`relay to the platform, ${gigabytes(bytes)}, against curl -T`, speed, baseline, 0.9),
      limitFigure("relay, growth of the server's memory", grownBytes, { max: 64 * 2 ** 20, show: mebibytes }),
      plainFigure("relay, the server's CPU", perGigabyte(cpuSecondsPerGigabyte)),
    ];
  },
};
