import { drawing, glow, gradient, repeat, type Shot, vignette } from "./shapes.ts";

/** A street stall at night. */
export const stall: Shot["layers"] = [
  {
    svg: drawing(
      `<rect width="100%" height="100%" fill="url(#street)"/>${repeat(30, (light) => {
        const [x, y, radius] = [(light * 211) % 1280, 40 + ((light * 83) % 330), 22 + ((light * 29) % 54)];
        const color = ["#ffb454", "#ff6d3d", "#ffd98a", "#5cc2b5"][light % 4];
        return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}" opacity="0.26" filter="url(#blur2)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="2" opacity="0.35"/>`;
      })}`,
      {
        defs: gradient("street", [
          [0, "#140a16"],
          [0.5, "#38161d"],
          [1, "#150a0c"],
        ]),
      },
    ),
  },
  {
    svg: drawing(
      `<ellipse cx="800" cy="640" rx="620" ry="150" fill="#2b1712"/><ellipse cx="800" cy="610" rx="430" ry="104" fill="#0c0909"/><ellipse cx="800" cy="596" rx="410" ry="94" fill="url(#pan)"/>
       ${repeat(15, (piece) => {
         const angle = piece * 2.4;
         const [x, y] = [
           800 + Math.cos(angle) * (60 + piece * 19),
           594 + Math.sin(angle) * (14 + piece * 4.2),
         ];
         return `<ellipse cx="${x}" cy="${y + 8}" rx="42" ry="20" fill="#000" opacity="0.5" filter="url(#blur4)"/><ellipse cx="${x}" cy="${y}" rx="42" ry="23" fill="url(#crust)"/><ellipse cx="${x - 10}" cy="${y - 8}" rx="17" ry="6" fill="#ffe9b0" opacity="0.55"/>`;
       })}
       ${glow(800, 560, 420, "#ff9a45", 0.55)}
       ${repeat(7, (steam) => `<path d="M${560 + steam * 80},560 q${-40 + steam * 6},-110 20,-190 t-10,-210" stroke="#fff4e0" stroke-width="${34 + ((steam * 11) % 22)}" fill="none" opacity="0.1" filter="url(#blur14)"/>`)}`,
      {
        defs:
          gradient("pan", [
            [0, "#6e3b1c"],
            [1, "#26130c"],
          ]) +
          gradient("crust", [
            [0, "#f5c264"],
            [0.6, "#cf7a2c"],
            [1, "#7d3c16"],
          ]),
      },
    ),
  },
  vignette,
];
