import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { icons } from "./icons/mark.ts";
import { renderIcon } from "./icons/render.ts";

/** Draws the icons in `public/` from the paths of the logo. */
const folder = resolve(import.meta.dirname, "../public");
for (const { file, svg, size } of icons) {
  await writeFile(join(folder, file), size === undefined ? svg : await renderIcon(svg, size));
}
