import sharp from "sharp";

import type { SeedPerson } from "./studio.ts";

const png = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer();

const hairCuts = {
  long: "M32 9c11 0 15 8 15 17 0 8 2 16 4 20H13c2-4 4-12 4-20 0-9 4-17 15-17z",
  short: "M32 12c9 0 13 6 13 13l-1 5H20l-1-5c0-7 4-13 13-13z",
};

/** A flat portrait without features: background, shoulders, head, hair. */
export function portrait({ colours: [ground, clothes, skin, hair], cut }: SeedPerson): Promise<Buffer> {
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64">
    <rect width="64" height="64" fill="${ground}"/>
    <path d="${hairCuts[cut]}" fill="${hair}"/>
    <path d="M6 66c1-13 10-19 26-19s25 6 26 19z" fill="${clothes}"/>
    <path d="M27 38h10v8c0 3-2 5-5 5s-5-2-5-5z" fill="${skin}"/>
    <ellipse cx="32" cy="29" rx="10.5" ry="13" fill="${skin}"/>
    <path d="M21 27c0-9 5-14 11-14s11 5 11 14c-3-6-8-8-12-8-4 1-8 3-10 8z" fill="${hair}"/>
  </svg>`);
}

/** A horizon in the person's colours. */
export function banner({ colours: [ground, clothes, skin] }: SeedPerson): Promise<Buffer> {
  return png(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="400" viewBox="0 0 160 40">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${ground}"/><stop offset="1" stop-color="${skin}"/></linearGradient></defs>
    <rect width="160" height="40" fill="url(#sky)"/>
    <circle cx="118" cy="17" r="7" fill="#fff" opacity=".35"/>
    <path d="M0 32 24 18l18 9 22-14 26 17 30-12 40 15v7H0z" fill="${clothes}" opacity=".55"/>
    <path d="M0 38 30 27l34 8 40-9 56 10v4H0z" fill="${clothes}"/>
  </svg>`);
}
