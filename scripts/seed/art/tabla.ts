import { drawing, glow, gradient, type Layer, repeat, type Shot, vignette } from "./shapes.ts";

const wood: Layer = {
  svg: drawing(
    `<rect width="100%" height="100%" fill="url(#floor)"/>${repeat(9, (board) => `<rect y="${board * 84}" width="1280" height="2.5" fill="#0b0705" opacity="0.7"/>${repeat(14, (grain) => `<path d="M0,${board * 84 + 6 + grain * 5.6} q320,${((grain * 7 + board * 3) % 9) - 4} 640,0 t640,${((grain * 5) % 7) - 3}" stroke="#160d08" stroke-width="1" opacity="0.26" fill="none"/>`)}`)}${glow(300, 120, 620, "#ffce8f", 0.5)}`,
    {
      defs: gradient("floor", [
        [0, "#5a3a24"],
        [1, "#2a1a10"],
      ]),
    },
  ),
};

/** A tabla seen from above: hoop, straps, skin and the black spot. */
function drum(id: string, radius: number, bowl: readonly [string, string]): string {
  const centre = radius * 1.5;
  const ring = (share: number) => radius * share;
  const straps = repeat(32, (strap) => {
    const angle = (strap / 32) * 2 * Math.PI;
    const at = (length: number, turn: number) =>
      `${(centre + Math.cos(angle + turn) * length).toFixed(1)},${(centre + Math.sin(angle + turn) * length).toFixed(1)}`;
    return `<path d="M${at(ring(0.99), 0)} L${at(ring(1.17), 0.07)} L${at(ring(0.99), 0.14)}" stroke="#d9c2a0" stroke-width="${radius / 46}" fill="none" opacity="0.9"/>`;
  });
  return drawing(
    `<ellipse cx="${centre + radius * 0.1}" cy="${centre + radius * 0.16}" rx="${ring(1.26)}" ry="${ring(1.24)}" fill="#000" opacity="0.55" filter="url(#blur14)"/>
     <circle cx="${centre}" cy="${centre}" r="${ring(1.2)}" fill="url(#${id}bowl)"/>${straps}
     <circle cx="${centre}" cy="${centre}" r="${ring(1.02)}" fill="none" stroke="#b5946a" stroke-width="${radius / 13}"/><circle cx="${centre}" cy="${centre}" r="${ring(1.02)}" fill="none" stroke="#6d5233" stroke-width="${radius / 60}" stroke-dasharray="${radius / 18} ${radius / 30}"/>
     <circle cx="${centre}" cy="${centre}" r="${ring(0.98)}" fill="url(#${id}skin)"/><circle cx="${centre}" cy="${centre}" r="${ring(0.8)}" fill="none" stroke="#b79c6e" stroke-width="2" opacity="0.8"/>
     <circle cx="${centre}" cy="${centre}" r="${ring(0.44)}" fill="url(#${id}spot)"/>${repeat(6, (layer) => `<circle cx="${centre}" cy="${centre}" r="${ring(0.43 - layer * 0.055)}" fill="none" stroke="#55504d" stroke-width="1.4" opacity="0.5"/>`)}
     <ellipse cx="${centre - ring(0.34)}" cy="${centre - ring(0.5)}" rx="${ring(0.42)}" ry="${ring(0.2)}" fill="#fff" opacity="0.22" transform="rotate(-32 ${centre - ring(0.34)} ${centre - ring(0.5)})" filter="url(#blur14)"/>`,
    {
      width: radius * 3,
      height: radius * 3,
      defs:
        gradient(
          `${id}bowl`,
          [
            [0.7, bowl[0]],
            [1, bowl[1]],
          ],
          "round",
        ) +
        gradient(
          `${id}skin`,
          [
            [0, "#efe2c6"],
            [0.7, "#e3d1ab"],
            [1, "#b99c6c"],
          ],
          "round",
        ) +
        gradient(
          `${id}spot`,
          [
            [0, "#2b2725"],
            [0.7, "#151312"],
            [1, "#0a0908"],
          ],
          "round",
        ),
    },
  );
}

/** The ring that runs outwards after each stroke, in the rhythm of the sound. */
const wave = (index: number): Layer => ({
  svg: drawing(
    `<circle cx="360" cy="360" r="${110 + index * 44}" fill="none" stroke="#fff3d2" stroke-width="${7 - index}" opacity="${0.42 - index * 0.08}" filter="url(#blur2)"/>`,
  ),
  x: `280+${3 + index}*sin(34*t+${index})*exp(-3*mod(t\\,0.75))`,
  y: `${2 + index}*cos(31*t)*exp(-3*mod(t\\,0.75))`,
});

export const stroke: Shot["layers"] = [
  wood,
  { svg: drum("large", 230, ["#b8b2aa", "#4c4844"]), x: "640", y: "-160" },
  { svg: drum("small", 300, ["#7a4a2c", "#2e1a10"]), x: "190+2*sin(34*t)*exp(-3*mod(t\\,0.75))", y: "-90" },
  ...[0, 1, 2].map(wave),
  vignette,
];

const panel = `<rect width="100%" height="100%" fill="#12161d"/>${repeat(33, (line) => `<path d="M${line * 40},0 V720" stroke="#fff" opacity="0.045"/>`)}${repeat(19, (line) => `<path d="M0,${line * 40} H1280" stroke="#fff" opacity="0.045"/>`)}`;

/** The modes of a drum's skin, drawn with their nodal lines. */
const modes = [
  { x: 210, lines: 0, rings: 1 },
  { x: 497, lines: 1, rings: 1 },
  { x: 784, lines: 2, rings: 1 },
  { x: 1071, lines: 0, rings: 2 },
] as const;

const diagram: Layer = {
  svg: drawing(
    panel +
      modes
        .map(({ x, lines, rings }) => {
          const radius = 104;
          const sectors = lines * 2;
          const areas =
            sectors === 0
              ? `<circle cx="${x}" cy="330" r="${radius}" fill="#e2643c" opacity="0.8"/>${rings > 1 ? `<circle cx="${x}" cy="330" r="${radius * 0.55}" fill="#6fb3c9"/>` : ""}`
              : repeat(sectors, (sector) => {
                  const point = (turn: number) =>
                    `${(x + radius * Math.cos((turn / sectors) * 2 * Math.PI)).toFixed(1)},${(330 + radius * Math.sin((turn / sectors) * 2 * Math.PI)).toFixed(1)}`;
                  return `<path d="M${x},330 L${point(sector)} A${radius},${radius} 0 0 1 ${point(sector + 1)} Z" fill="${sector % 2 ? "#6fb3c9" : "#e2643c"}" opacity="0.85"/>`;
                });
          return `${areas}<circle cx="${x}" cy="330" r="${radius}" fill="none" stroke="#f2ead8" stroke-width="3"/><circle cx="${x}" cy="330" r="${radius * 0.44}" fill="none" stroke="#f2ead8" stroke-width="1.5" stroke-dasharray="4 5" opacity="0.7"/>`;
        })
        .join("") +
      `<path d="M90,560 H1190" stroke="#f2ead8" stroke-width="2" opacity="0.5"/>${modes.map(({ x }) => `<path d="M${x},552 v16" stroke="#f2ead8" stroke-width="2"/>`).join("")}`,
  ),
};

const playhead: Layer = {
  svg: drawing(`<path d="M0,0 h22 v10 l-9,9 v60 h-4 v-60 l-9,-9 z" fill="#f2ead8"/>`, {
    width: 22,
    height: 90,
  }),
  x: "199+300*t",
  y: "520",
};

export const overtones: Shot["layers"] = [diagram, { picture: "overtones" }, playhead, vignette];

const spectrum: Layer = {
  svg: drawing(
    panel +
      repeat(4, (harmonic) => {
        const x = 190 + harmonic * 250;
        const height = 420 - harmonic * 82;
        return `${glow(x, 600 - height, 120, "#e2643c", 0.7)}<path d="M${x - 90},600 C${x - 18},600 ${x - 12},${600 - height} ${x},${600 - height} C${x + 12},${600 - height} ${x + 18},600 ${x + 90},600" fill="url(#peak)" stroke="#ffb591" stroke-width="3"/>`;
      }) +
      `<path d="M60,600 ${repeat(200, (step) => `L${60 + step * 6},${600 - Math.abs(Math.sin(step * 1.7) * Math.cos(step * 0.61)) * 16} `)}" stroke="#6fb3c9" stroke-width="2" fill="none" opacity="0.8"/><path d="M60,602 H1220" stroke="#f2ead8" stroke-width="2" opacity="0.6"/>`,
    {
      defs: gradient("peak", [
        [0, "#e2643c", 0.75],
        [1, "#e2643c", 0.05],
      ]),
    },
  ),
};

const scan: Layer = {
  svg: drawing(
    `<rect width="90" height="520" fill="url(#scan)"/><rect x="88" width="2.5" height="520" fill="#f2ead8"/>`,
    {
      width: 92,
      height: 520,
      defs: `<linearGradient id="scan"><stop stop-color="#f2ead8" stop-opacity="0"/><stop offset="1" stop-color="#f2ead8" stop-opacity="0.22"/></linearGradient>`,
    },
  ),
  x: "40+390*t",
  y: "84",
};

export const overtoneSpectrum: Shot["layers"] = [spectrum, { picture: "harmonics" }, scan, vignette];
