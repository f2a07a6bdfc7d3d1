import { expect, it } from "vitest";

import { deferScripts } from "./defer-scripts.ts";

const html = `<head>
    <script src="/start.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/base-2.js">
    <link rel="stylesheet" crossorigin href="/assets/index-3.css">
</head>`;

it("leaves no module in the page, and names each once for the start script", () => {
  const deferred = deferScripts(html, new Set(["assets/landing-4.js", "assets/base-2.js"]));
  expect(deferred).toBe(`<head>
    <script src="/start.js" data-app="/assets/index-1.js" data-modules="/assets/base-2.js /assets/landing-4.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-3.css">
</head>`);
});

it("rejects a page without scripts", () => {
  expect(() => deferScripts("<head></head>", new Set())).toThrow("no script to defer");
});
