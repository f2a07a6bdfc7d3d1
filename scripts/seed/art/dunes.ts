import { drawing, glow, gradient, type Layer, repeat, type Shot, sky, vignette } from "./shapes.ts";

/** A dune with a lit and a shaded side, whose crest runs through the given points. */
function dune(
  crest: readonly [number, number][],
  lit: readonly [string, string],
  shade: string,
  id: string,
): string {
  const line = crest.map(([x, y], index) => {
    const previous = crest[index - 1];
    if (!previous) return `M${x},${y}`;
    const middle = (previous[0] + x) / 2;
    return `C${middle},${previous[1]} ${middle},${y} ${x},${y}`;
  });
  const [first, last] = [crest[0]?.[0] ?? 0, crest.at(-1)?.[0] ?? 0];
  const path = `${line.join(" ")} L${last},720 L${first},720 Z`;
  const ripples = repeat(16, (ripple) => {
    const shift = 16 + ripple * ripple * 2.1;
    return `<path d="${line.join(" ")}" transform="translate(${ripple * 5},${shift})" fill="none" stroke="#5b3320" stroke-width="${1 + ripple * 0.12}" opacity="0.16"/>`;
  });
  return `<path d="${path}" fill="url(#${id})"/><g clip-path="url(#c${id})">${ripples}</g>
    <path d="${line.join(" ")} L${last},720 Z" fill="${shade}" opacity="0.5" clip-path="url(#c${id})" filter="url(#blur8)"/>
    <path d="${line.join(" ")}" fill="none" stroke="#ffe9c4" stroke-width="1.4" opacity="0.3"/>
    <defs>${gradient(id, [
      [0, lit[0]],
      [0.55, lit[1]],
      [1, shade],
    ])}<clipPath id="c${id}"><path d="${path}"/></clipPath></defs>`;
}

const camel = (x: number, y: number, scale: number, rider: boolean) =>
  `<g transform="translate(${x},${y}) scale(${scale})" fill="#241512"><path d="M6,52 q-8,6 -6,20 l4,-4 q4,-10 10,-12 l4,44 h7 l0,-40 q18,8 36,2 l4,38 h7 l-1,-40 q10,-6 10,-18 q10,2 18,-10 q8,-12 12,-22 l10,2 q12,0 12,-8 q-8,-10 -20,-8 q-8,-4 -12,4 q-6,12 -12,22 q-6,8 -12,6 q-6,-2 -10,-8 q-8,-22 -22,-24 q-14,2 -20,20 q-12,0 -19,16 z"/>${rider ? '<path d="M48,20 q-4,-18 6,-22 q2,-10 9,-10 q8,2 8,10 q10,6 6,22 z"/>' : ""}</g>`;

const sun: Layer = {
  svg: drawing(glow(320, 320, 320, "#ffe7b0", 0.9) + `<circle cx="320" cy="320" r="62" fill="#fff4d8"/>`, {
    width: 640,
    height: 640,
  }),
  x: "560",
  y: "-20+5*t",
};

export const caravan: Shot["layers"] = [
  ...sky(
    [
      [0, "#4d3f63"],
      [0.3, "#a86a6c"],
      [0.52, "#f0b078"],
      [0.66, "#fbdca4"],
      [1, "#fbdca4"],
    ],
    {
      cloud: "#ffd9b0",
      seed: 4,
      cover: 0.42,
    },
  ),
  sun,
  {
    svg: drawing(
      dune(
        [
          [0, 452],
          [260, 410],
          [560, 446],
          [840, 392],
          [1180, 440],
          [1500, 420],
        ],
        ["#d8996a", "#c48257"],
        "#8d5340",
        "far",
      ),
      { width: 1500 },
    ),
    x: "-70-4*t",
  },
  {
    svg: drawing(
      repeat(4, (index) => camel(index * 150, 0, 0.72, index % 2 === 0)) +
        `<path d="M70,30 H560" stroke="#241512" stroke-width="1.2" opacity="0.6"/>`,
      { width: 640, height: 90 },
    ),
    x: "300+17*t",
    y: "386-1.6*t+1.2*sin(7*t)",
  },
  {
    svg: drawing(
      dune(
        [
          [0, 560],
          [300, 478],
          [620, 462],
          [900, 440],
          [1180, 500],
          [1600, 590],
        ],
        ["#cf8852", "#a9623c"],
        "#5c2f25",
        "middle",
      ),
      { width: 1600 },
    ),
    x: "-120-11*t",
  },
  {
    svg: drawing(
      `<g>${dune(
        [
          [0, 600],
          [240, 640],
          [640, 690],
          [1000, 610],
          [1400, 560],
          [1700, 600],
        ],
        ["#7d4530", "#5b2f24"],
        "#2c1512",
        "near",
      )}</g>`,
      { width: 1700 },
    ),
    x: "-160-30*t",
  },
  vignette,
];

/** The salt plain: cracks that run to the horizon. */
export const salt: Shot["layers"] = [
  ...sky(
    [
      [0, "#5f93b3"],
      [0.35, "#a6c7d2"],
      [0.55, "#eadfcf"],
      [1, "#eadfcf"],
    ],
    { cloud: "#ffffff", seed: 15, cover: 0.6 },
  ),
  {
    svg: drawing(
      `<path d="M0,404 q120,-34 250,-10 t300,-18 t330,20 t240,-22 t280,26 V430 H0 Z" fill="#9aa9b0" opacity="0.75"/>
       <rect y="418" width="1400" height="302" fill="url(#salt)"/>
       ${repeat(13, (row) => {
         const y = 420 + row * row * 2.1;
         return `<path d="M0,${y} ${repeat(36, (step) => `L${step * 40 + ((row * 31) % 40)},${(y + ((step * 17 + row * 7) % 9) * (0.25 + row * 0.16)).toFixed(1)} `)}" fill="none" stroke="#8f9296" stroke-width="${0.6 + row * 0.28}" opacity="0.55"/>`;
       })}
       ${repeat(40, (ray) => {
         const x = 700 + (ray - 20) * 16;
         const foot = 700 + (ray - 20) * 190;
         const bend = ((ray * 29) % 60) - 30;
         return `<path d="M${x},420 Q${(x + foot) / 2 + bend},${540 + ((ray * 13) % 40)} ${foot},720" fill="none" stroke="#8f9296" stroke-width="1.6" opacity="0.4"/>`;
       })}
       <rect y="412" width="1400" height="16" fill="#fff" opacity="0.5" filter="url(#blur4)"/>`,
      {
        width: 1400,
        defs: gradient("salt", [
          [0, "#f6efe4"],
          [0.5, "#e6ded3"],
          [1, "#b9b2ac"],
        ]),
      },
    ),
    x: "-50-5*t",
  },
  {
    svg: drawing(
      `<path d="M50,178 l-36,112 l22,4 l36,-114 z" fill="#5b5550" opacity="0.45" filter="url(#blur2)"/>
       <path d="M44,66 q16,-10 32,0 l10,62 -6,4 -3,48 h-12 l-4,-44 -4,44 h-12 l-3,-48 -6,-4 z" fill="#a5322a"/><circle cx="60" cy="46" r="16" fill="#3a211a"/><path d="M42,44 q18,-28 36,0 q4,-6 2,10 h-40 q-2,-14 2,-10 z" fill="#f0e6d6"/>`,
      { width: 120, height: 300 },
    ),
    x: "700-9*t",
    y: "330+1.5*sin(6*t)",
  },
  vignette,
];

/** Night: a fire between two tents. */
export const camp: Shot["layers"] = [
  ...sky(
    [
      [0, "#0a1020"],
      [0.4, "#1a2440"],
      [0.62, "#4b3f58"],
      [1, "#4b3f58"],
    ],
    { cloud: "#3f4a6b", seed: 30, cover: 0.3 },
  ),
  {
    svg: drawing(
      repeat(190, (star) => {
        const [x, y] = [(star * 271.3) % 1280, (star * 97.7) % 420];
        return `<circle cx="${x}" cy="${y}" r="${0.5 + ((star * 7) % 10) / 9}" fill="#fff" opacity="${0.25 + ((star * 13) % 10) / 14}"/>`;
      }),
    ),
  },
  {
    svg: drawing(
      dune(
        [
          [0, 470],
          [340, 420],
          [700, 452],
          [1000, 408],
          [1400, 456],
        ],
        ["#2b2a40", "#211f31"],
        "#13121e",
        "night",
      ),
      { width: 1400 },
    ),
    x: "-60",
  },
  {
    svg: drawing(
      `<rect y="520" width="1280" height="200" fill="#14101a"/><ellipse cx="640" cy="606" rx="420" ry="70" fill="#ff9a45" opacity="0.24" filter="url(#blur30)"/>
       <path d="M150,600 L330,380 L510,600 Z" fill="#3a2620"/><path d="M330,380 L510,600 H366 Z" fill="#8a4a2c"/><path d="M770,600 L950,396 L1130,600 Z" fill="#2a1d1c"/><path d="M770,600 L950,396 L914,600 Z" fill="#7d4229"/>
       <path d="M520,606 q8,-70 34,-76 q-8,-24 12,-28 q20,4 14,26 q30,10 30,78 z" fill="#0d090c"/><path d="M596,530 q14,14 14,76" stroke="#ffb066" stroke-width="3" fill="none" opacity="0.7"/>`,
    ),
  },
  {
    svg: drawing(
      glow(220, 220, 220, "#ff9a3f", 1) +
        `<path d="M196,262 q-14,-38 16,-66 q-2,24 12,30 q4,-34 -8,-56 q46,30 32,92 z" fill="#ffd27a"/>`,
      {
        width: 440,
        height: 440,
      },
    ),
    x: "466+3*sin(19*t)",
    y: "346+3*cos(23*t)",
  },
  vignette,
];
