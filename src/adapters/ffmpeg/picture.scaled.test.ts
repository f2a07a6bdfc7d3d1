import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { defectiveFilms, type FilmFindings } from "#testing/defective-films.ts";
import { drawnFilm } from "#testing/drawn-films.ts";
import { everyFfmpeg } from "#testing/every-ffmpeg.ts";
import { faultlessFilms } from "#testing/faultless-films.ts";
import { sampled } from "#testing/tier.ts";

import type { FrameRange, PictureMeasures } from "./measures.ts";
import { createVideoTools, type VideoTools } from "./video-tools.ts";

/** Of each kind, in the server tier; the sweep measures all films. */
const someDefects = [
  ...["one black frame at 25", "black in high dynamic range", "a freeze in a shot", "a freeze of a person"],
  ...[
    "a freeze at a variable rate",
    "a freeze after a hidden beginning",
    "a freeze in a late transport stream",
  ],
  ...[
    "three stray frames at 59.94",
    "a stray frame at the end",
    "flashing of 5 per second of half the picture at 25",
  ],
  ...["bars of 4:3", "two fields without a mark"],
];
const someFaultless = [
  ...["a dark scene with noise", "a dip to black", "rolling credits", "a dissolve to a still", "a slow zoom"],
  ...["a cartoon on twos with holds", "a recording of a screen that scrolls", "two flashes a second"],
  ...["an insert in a shot", "a montage of shots of 4 frames", "a shaking camera", "a night sky"],
];

let root: string;
let tools: VideoTools;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "pictures-"));
});
afterAll(() => rm(root, { recursive: true }));

async function measure(
  source: string,
  pass: "apart" | "stills" | "rendition" | "light" = "apart",
): Promise<PictureMeasures> {
  const probed = await tools.probe(source);
  if (!probed.ok) throw new Error(probed.message);
  const received: (PictureMeasures | null)[] = [];
  const folder = await mkdtemp(path.join(root, "made-"));
  const onPicture = (measured: PictureMeasures | null) => void received.push(measured);
  const order = { source, folder, facts: probed.facts, onPicture };
  if (pass === "stills") await tools.makeStills(order);
  else if (pass === "rendition") await tools.makeRendition({ ...order, height: 90 });
  else
    await tools.makeDeferredFiles({
      ...order,
      heights: new Map(pass === "light" ? [["light.mp4", 90]] : []),
    });
  const [measures] = received;
  if (!measures) throw new Error("Nothing was measured");
  return measures;
}

const sides = ["top", "right", "bottom", "left"] as const;

/** Findings that were missed, and false ones: frames within one, bars within four pixels. */
function mistakes(measures: PictureMeasures, findings: FilmFindings): string[] {
  const { black, shortShots, flashes, bars, combed } = measures;
  const frozen = measures.frozen.filter(({ live }) => live);
  const ranges = Object.entries({ black, frozen, shortShots, flashes }).flatMap(([kind, measured]) =>
    rangeMistakes(kind, measured, findings[kind as "black"]),
  );
  const isNear = sides.every((side, at) => Math.abs((bars?.[side] ?? 0) - (findings.bars?.[at] ?? 0)) <= 4);
  const share = combed ?? 0;
  return [
    ...ranges,
    ...(isNear ? [] : [`bars: ${JSON.stringify(bars)}`]),
    ...((findings.combed === undefined ? share > 0.05 : share < findings.combed) ? [`combed: ${share}`] : []),
  ];
}

function rangeMistakes(kind: string, measured: readonly FrameRange[], expected: FilmFindings["black"] = []) {
  const isNear = ({ from, to }: FrameRange, [begin, end]: readonly [number, number]) =>
    Math.abs(from - begin) <= 1 && Math.abs(to - end) <= 1;
  return [
    ...measured
      .filter((range) => !expected.some((one) => isNear(range, one)))
      .map(({ from, to }) => `${kind}: false ${from} to ${to}`),
    ...expected
      .filter((one) => !measured.some((range) => isNear(range, one)))
      .map(([begin, end]) => `${kind}: missed ${begin} to ${end}`),
  ];
}

describe.each(everyFfmpeg)("picture, ffmpeg $version from $from", (one) => {
  beforeAll(() => {
    tools = createVideoTools(one);
  });

  it.each(sampled(Object.entries(defectiveFilms), someDefects))(
    "has %s",
    async (_name, { findings, ...film }) => {
      expect(mistakes(await measure(await drawnFilm(film)), findings)).toEqual([]);
    },
  );

  it.each(["stills", "rendition", "light"] as const)("is measured alike in the pass for %s", async (pass) => {
    for (const name of ["a freeze at a variable rate", "film on television"]) {
      const film = defectiveFilms[name];
      if (!film) throw new TypeError(`There is no film ${name}`);
      const source = await drawnFilm(film);
      expect(await measure(source, pass)).toEqual(await measure(source));
    }
  });

  it.each(sampled(Object.entries(faultlessFilms), someFaultless))(
    "has no defect: %s",
    async (_name, { findings, ...film }) => {
      expect(mistakes(await measure(await drawnFilm(film)), findings)).toEqual([]);
    },
  );
});
