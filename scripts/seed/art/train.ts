import {
  drawing,
  glow,
  gradient,
  hills,
  type Layer,
  rain,
  repeat,
  type Shot,
  sky,
  vignette,
} from "./shapes.ts";

const carLength = 236;

function car(index: number): string {
  const x = index * carLength;
  const windows = repeat(
    8,
    (window) => `<rect x="${x + 16 + window * 26}" y="16" width="17" height="15" rx="2.5" fill="#ffd894"/>`,
  );
  return `<rect x="${x}" y="0" width="228" height="56" rx="5" fill="url(#body)"/><rect x="${x}" y="36" width="228" height="4" fill="#e8c07a" opacity="0.7"/>${windows}
    <rect x="${x}" y="14" width="228" height="19" fill="#ffcf7d" opacity="0.16" filter="url(#blur8)"/>
    ${repeat(4, (wheel) => `<circle cx="${x + 30 + wheel * 22 + (wheel > 1 ? 104 : 0)}" cy="58" r="7" fill="#15110f"/>`)}
    <rect x="${x + 226}" y="14" width="12" height="34" fill="#14100f"/>`;
}

const train: Layer = {
  svg: drawing(
    `${repeat(5, (index) => car(index + 1))}
     <path d="M0,56 V22 Q4,2 34,0 H228 V56 Z" fill="url(#engine)"/><path d="M8,26 Q12,8 36,7 H58 V26 Z" fill="#0d1517"/><rect x="0" y="38" width="228" height="5" fill="#e8c07a" opacity="0.7"/>
     ${repeat(4, (wheel) => `<circle cx="${32 + wheel * 22 + (wheel > 1 ? 104 : 0)}" cy="58" r="7" fill="#15110f"/>`)}`,
    {
      width: 6 * carLength + 20,
      height: 72,
      defs:
        gradient("body", [
          [0, "#a8422e"],
          [0.5, "#8a3324"],
          [1, "#4e1d16"],
        ]) +
        gradient("engine", [
          [0, "#35565a"],
          [1, "#172a2d"],
        ]),
    },
  ),
  x: "640-190*t",
  y: "372+1.2*sin(11*t)",
};

const headlight: Layer = {
  svg: drawing(
    glow(200, 200, 200, "#ffe9b8", 0.95) +
      `<ellipse cx="120" cy="206" rx="120" ry="20" fill="#ffe9b8" opacity="0.25" filter="url(#blur14)"/>`,
    {
      width: 400,
      height: 400,
    },
  ),
  x: "444-190*t",
  y: "208",
};

/** Stone arches across a valley. */
const viaduct: Layer = {
  svg: drawing(
    `<path fill="url(#stone)" d="M0,440 H1600 V720 H0 Z ${repeat(11, (arch) => {
      const x = arch * 148 + 18;
      return `M${x},720 V552 a56,66 0 0 1 112,0 V720 Z `;
    })}" fill-rule="evenodd"/>
     <rect y="434" width="1600" height="14" fill="#5d5a50"/><rect y="434" width="1600" height="3" fill="#a79b80" opacity="0.6"/>
     ${repeat(160, (stone) => `<rect x="${(stone * 173) % 1600}" y="${456 + ((stone * 37) % 90)}" width="${22 + ((stone * 11) % 26)}" height="9" fill="#000" opacity="${0.05 + ((stone * 7) % 5) / 60}"/>`)}
     <rect y="440" width="1600" height="280" fill="url(#mist)"/>`,
    {
      width: 1600,
      defs:
        gradient("stone", [
          [0, "#4a4a43"],
          [0.4, "#35382f"],
          [1, "#1f241f"],
        ]) +
        gradient("mist", [
          [0, "#8fa3a0", 0],
          [0.4, "#8fa3a0", 0.12],
          [1, "#93a8a4", 0.75],
        ]),
    },
  ),
  x: "-120-6*t",
};

/** Leaves close to the camera. */
const leaves: Layer = {
  svg: drawing(
    `<g filter="url(#blur8)" opacity="0.92">${repeat(26, (leaf) => {
      const x = leaf * 64 - 40 + ((leaf * 53) % 30);
      const height = 50 + ((leaf * 71) % 84);
      const bend = ((leaf * 37) % 90) - 45;
      return `<path d="M${x},740 Q${x + bend * 0.3},${720 - height * 0.6} ${x + bend},${720 - height} Q${x + bend * 0.2 + 26},${720 - height * 0.4} ${x + 34},740 Z" fill="${leaf % 3 === 0 ? "#16221c" : "#0e1713"}"/>`;
    })}</g>`,
    { width: 1600 },
  ),
  x: "-30-34*t",
  y: "4*sin(2*t)",
};

export const valley: Shot["layers"] = [
  ...sky(
    [
      [0, "#16222d"],
      [0.3, "#3a5560"],
      [0.5, "#8f9b8e"],
      [0.62, "#d9b384"],
      [1, "#d9b384"],
    ],
    {
      cloud: "#e2ddd0",
      seed: 7,
      cover: 0.55,
    },
  ),
  hills({ base: 470, relief: 250, color: "#5c7478", haze: "#b7b39d", seed: 1, speed: 3 }),
  hills({ base: 520, relief: 220, color: "#3c5753", haze: "#9fae9f", seed: 4, speed: 6, roughness: 4 }),
  hills({ base: 600, relief: 190, color: "#27403a", haze: "#8ba096", seed: 2, speed: 10, roughness: 9 }),
  headlight,
  train,
  viaduct,
  rain(0.8),
  leaves,
  vignette,
];

const lamps = [140, 470, 800, 1130];

const platform: Layer = {
  svg: drawing(
    `<rect y="506" width="1280" height="214" fill="url(#wet)"/>
     ${lamps.map((x) => `<ellipse cx="${x}" cy="610" rx="46" ry="120" fill="#ffbf62" opacity="0.34" filter="url(#blur14)"/>`).join("")}
     <ellipse cx="1010" cy="560" rx="190" ry="34" fill="#ffe3a8" opacity="0.35" filter="url(#blur14)"/>
     <path d="M0,506 H1280" stroke="#c7b48c" stroke-width="3" opacity="0.55"/><path d="M0,540 H1280" stroke="#e0c25c" stroke-width="8" opacity="0.38" stroke-dasharray="46 14"/>
     ${lamps.map((x) => `<path d="M${x - 7},120 h14 v392 h-14 z" fill="#14191d"/><path d="M${x - 44},128 h88 l-30,30 h-28 z" fill="#171d21"/>`).join("")}
     <path d="M0,0 H1280 V96 Q1240,132 1200,96 ${repeat(15, (scallop) => `Q${1160 - scallop * 80},132 ${1120 - scallop * 80},96 `)} V96 H0 Z" fill="#10161a"/>
     <path d="M0,92 H1280" stroke="#3a4145" stroke-width="3"/>
     ${lamps.map((x) => glow(x, 176, 150, "#ffc873", 0.8) + `<circle cx="${x}" cy="172" r="11" fill="#fff1cf"/>`).join("")}
     <g transform="translate(250,300)"><rect x="14" y="96" width="9" height="116" fill="#12171a"/><rect x="177" y="96" width="9" height="116" fill="#12171a"/><rect width="200" height="104" rx="3" fill="#e3b63a"/><rect x="6" y="6" width="188" height="92" rx="2" fill="none" stroke="#231b0c" stroke-width="2.5"/></g>`,
    {
      defs: gradient("wet", [
        [0, "#2a3237"],
        [0.3, "#1d2428"],
        [1, "#0d1114"],
      ]),
    },
  ),
};

/** The station master with a lantern. */
const guard: Layer = {
  svg: drawing(
    `<ellipse cx="80" cy="318" rx="62" ry="10" fill="#000" opacity="0.5" filter="url(#blur4)"/>
     <path d="M58,64 q22,-16 44,0 l14,26 q10,70 2,120 l-6,108 h-22 l-8,-92 -10,92 h-22 l-4,-110 q-10,-60 -2,-118 z" fill="#0b0f12"/>
     <circle cx="80" cy="40" r="21" fill="#0d1215"/><path d="M56,34 q24,-30 48,0 l6,3 h-56 z" fill="#080b0d"/>
     <path d="M112,92 q26,40 22,92" stroke="#0b0f12" stroke-width="17" fill="none" stroke-linecap="round"/>
     <path d="M60,66 q-8,14 -8,60" stroke="#ffc873" stroke-width="2.5" opacity="0.55" fill="none" filter="url(#blur2)"/>`,
    { width: 220, height: 340 },
  ),
  x: "600",
  y: "236",
};

const lantern: Layer = {
  svg: drawing(
    glow(120, 120, 120, "#63e39b", 0.9) +
      `<rect x="110" y="104" width="20" height="28" rx="4" fill="#c9ffe0"/>`,
    {
      width: 240,
      height: 240,
    },
  ),
  x: "614+10*sin(4.2*t)",
  y: "318+3*cos(4.2*t)",
};

const arriving: Layer = {
  svg: drawing(glow(300, 300, 300, "#ffe6b0", 1) + `<circle cx="300" cy="300" r="17" fill="#fff8e6"/>`, {
    width: 600,
    height: 600,
  }),
  x: "760-26*t",
  y: "168+6*t",
};

export const station: Shot["layers"] = [
  ...sky(
    [
      [0, "#0d141c"],
      [0.5, "#1d2c38"],
      [0.75, "#38474b"],
      [1, "#38474b"],
    ],
    { cloud: "#5d7078", seed: 12, cover: 0.4 },
  ),
  hills({ base: 540, relief: 230, color: "#16222a", haze: "#33444a", seed: 3 }),
  hills({ base: 560, relief: 120, color: "#0e171c", haze: "#25343a", seed: 5, roughness: 7 }),
  arriving,
  platform,
  { picture: "sign", x: "250", y: "300" },
  guard,
  lantern,
  rain(1),
  vignette,
];

const pole: Layer = {
  svg: drawing(
    `<g filter="url(#blur2)"><rect x="30" width="11" height="720" fill="#1a201e"/><rect x="0" y="150" width="72" height="8" fill="#1a201e"/></g>`,
    {
      width: 80,
    },
  ),
  x: "1400-mod(1100*t\\,1700)",
};

const fields: Layer = {
  svg: drawing(
    `<rect y="470" width="2600" height="250" fill="url(#paddy)"/>${repeat(34, (strip) => `<path d="M${strip * 84},470 l${-260 + strip * 6},250" stroke="#c9d3a8" stroke-width="2.5" opacity="0.22"/>`)}
     ${repeat(6, (bund) => `<path d="M0,${484 + bund * bund * 8} H2600" stroke="#22361f" stroke-width="${2 + bund}" opacity="0.5"/>`)}
     ${repeat(9, (palm) => {
       const x = 120 + palm * 280 + ((palm * 97) % 120);
       return `<path d="M${x},486 q6,-70 -4,-132" stroke="#16241b" stroke-width="7" fill="none"/>${repeat(7, (frond) => `<path d="M${x - 4},354 q${-70 + frond * 23},${-34 - (frond % 3) * 9} ${-104 + frond * 34},${18 + (frond % 2) * 16}" stroke="#1a2c20" stroke-width="9" fill="none" stroke-linecap="round"/>`)}`;
     })}`,
    {
      width: 2600,
      defs: gradient("paddy", [
        [0, "#7f9a63"],
        [0.4, "#56763f"],
        [1, "#2c4423"],
      ]),
    },
  ),
  x: "-60-210*t",
};

/** The inside of the carriage, with a traveller at the window. */
const carriage: Layer = {
  svg: drawing(
    `<path fill="url(#wall)" fill-rule="evenodd" d="M0,0 H1280 V720 H0 Z M196,96 H1084 Q1120,96 1120,132 V528 Q1120,564 1084,564 H196 Q160,564 160,528 V132 Q160,96 196,96 Z"/>
     <path d="M196,96 H1084 Q1120,96 1120,132 V528 Q1120,564 1084,564 H196 Q160,564 160,528 V132 Q160,96 196,96 Z" fill="none" stroke="#57483a" stroke-width="10"/>
     <path d="M640,96 V564" stroke="#2b241e" stroke-width="18"/><rect x="150" y="562" width="980" height="20" rx="4" fill="#4a3b2e"/><rect x="150" y="562" width="980" height="4" fill="#c9a877" opacity="0.5"/>
     ${repeat(46, (drop) => {
       const [x, y, radius] = [
         184 + ((drop * 197) % 910),
         112 + ((drop * 131) % 430),
         2.5 + ((drop * 7) % 5),
       ];
       return `<ellipse cx="${x}" cy="${y}" rx="${radius * 0.8}" ry="${radius}" fill="#e8f0ee" opacity="0.35"/><ellipse cx="${x - 1}" cy="${y + radius * 0.3}" rx="${radius * 0.4}" ry="${radius * 0.4}" fill="#fff" opacity="0.7"/>`;
     })}
     ${repeat(9, (trail) => `<path d="M${210 + trail * 103},${108 + ((trail * 61) % 80)} q6,70 -3,130 t5,${90 + ((trail * 43) % 110)}" stroke="#dfe9e6" stroke-width="2.4" opacity="0.3" fill="none"/>`)}
     <path d="M930,720 q-10,-150 62,-190 q-26,-20 -30,-72 q-14,-4 -10,-16 q10,-16 8,-34 q4,-74 76,-74 q74,4 78,84 q2,56 -26,92 q4,18 30,28 q96,30 102,182 Z" fill="#0c0a09"/>
     <path d="M1040,338 q60,-18 92,34 q22,52 -4,104 q26,60 6,120 q-60,20 -84,-40 z" fill="#080606"/><path d="M962,458 q-14,-4 -10,-16 q10,-16 8,-34 q4,-74 76,-74" stroke="#e8d3a8" stroke-width="4" fill="none" opacity="0.65" filter="url(#blur2)"/>`,
    {
      defs: gradient("wall", [
        [0, "#191410"],
        [0.7, "#241c16"],
        [1, "#0f0c0a"],
      ]),
    },
  ),
  y: "2*sin(13*t)",
};

export const window: Shot["layers"] = [
  ...sky(
    [
      [0, "#4a626c"],
      [0.4, "#a5b0a4"],
      [0.66, "#e6d2a6"],
      [1, "#e6d2a6"],
    ],
    { cloud: "#f1ece0", seed: 21, cover: 0.5 },
  ),
  hills({ base: 470, relief: 230, color: "#6d868a", haze: "#d2cfb8", seed: 6, speed: 14 }),
  hills({ base: 500, relief: 130, color: "#466057", haze: "#b9c2a4", seed: 9, speed: 44, roughness: 5 }),
  fields,
  pole,
  carriage,
  vignette,
];
