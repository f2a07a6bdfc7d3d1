import { resolve } from "node:path";

/**
 * Texts in the films and thumbnails of the sample studio, in the fonts of the product. They are drawn by
 * `node scripts/lettering.ts`, as not every machine that runs the seed has these fonts or a browser.
 */
export const lettering = {
  monsoon: film("Monsoon on the<br>Konkan line", "A film by Meera Joshi"),
  salt: film("The salt road", "Part two"),
  ukshi: film("The station master<br>of Ukshi", "A portrait by Meera Joshi"),
  sign: {
    size: [200, 104],
    html: `<p style="height:104px;display:grid;place-content:center;text-align:center;color:#231b0c;font:800 44px/44px Display;font-stretch:75%;letter-spacing:.04em">UKSHI<small style="font:600 13px/18px Mono">Alt. 18.6 m</small></p>`,
  },
  overtones: {
    size: [1280, 720],
    html: `<h1 style="left:90px;top:84px">A plain drum: its overtones don't line up</h1>${[
      [210, "1 ×"],
      [497, "1.5 ×"],
      [784, "2.1 ×"],
      [1071, "2.3 ×"],
    ]
      .map(
        ([x, ratio]) =>
          `<b style="left:${Number(x) - 100}px;top:458px">${ratio}</b><i style="left:${Number(x) - 100}px;top:590px">${(Number.parseFloat(String(ratio)) * 196).toFixed(0)} Hz</i>`,
      )
      .join("")}`,
  },
  harmonics: {
    size: [1280, 720],
    html: `<h1 style="left:90px;top:84px">The black spot pulls them into tune</h1>${[1, 2, 3, 4]
      .map((harmonic, index) => `<i style="left:${90 + index * 250}px;top:622px">${harmonic * 196} Hz</i>`)
      .join("")}`,
  },
  "thumbnail-monsoon": thumbnail("Monsoon<br>on the Konkan", "12 hours · 92 tunnels"),
  "thumbnail-salt": thumbnail("The salt<br>road", "A film in two parts"),
  "thumbnail-ukshi": thumbnail("The station<br>master<br>of Ukshi", "40 years of timetables"),
  "thumbnail-market": thumbnail("Five cities,<br>one plate", "Street food"),
  "thumbnail-tabla": thumbnail("Why a<br>tabla sings", "And a snare does not"),
} as const;

export type Lettering = keyof typeof lettering;

export const letteringFile = (name: Lettering): string =>
  resolve(import.meta.dirname, "lettering", `${name}.webp`);

function film(title: string, caption: string) {
  return {
    size: [1280, 720],
    html: `<div style="height:720px;display:grid;place-content:center;text-align:center;color:#fff;text-shadow:0 2px 40px #0009"><p style="font:800 104px/96px Display;font-stretch:75%;letter-spacing:-.02em">${title}</p><p style="font:500 22px/30px Mono;margin-top:22px;letter-spacing:.02em">${caption}</p></div>`,
  } as const;
}

function thumbnail(title: string, caption: string) {
  return {
    size: [1280, 720],
    html: `<div style="position:absolute;inset:0;background:linear-gradient(78deg,#000d,#0006 46%,#0000 68%)"></div><div style="position:absolute;left:72px;bottom:66px;color:#fff"><p style="font:600 30px/36px Mono;color:#ffd28a;margin-bottom:18px">${caption}</p><p style="font:800 146px/128px Display;font-stretch:75%;letter-spacing:-.025em">${title}</p></div>`,
  } as const;
}
