import { expect, it } from "vitest";

import { importedPackages } from "./browser-imports.ts";

it.each([
  ['import { io } from "socket.io-client";', ["socket.io-client"]],
  ['import {\n  a,\n  b,\n} from "@scope/name/part.js";', ["@scope/name"]],
  ['import "side-effect";', ["side-effect"]],
  ['const { default: Hls } = await import("hls.js/light");', ["hls.js"]],
  ['export { z } from "zod";', ["zod"]],
  ['@import "@fontsource-variable/geist-mono/wght.css";', ["@fontsource-variable/geist-mono"]],
  ['import type { User } from "somewhere";', []],
  ['import { own } from "#ui/own.ts";\nimport { near } from "./near.ts";', []],
  ['import { join } from "node:path";', []],
])("finds the packages in %s", (source, packages) => {
  expect(importedPackages(source)).toEqual(packages);
});
