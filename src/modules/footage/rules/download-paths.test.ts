import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { downloadPaths, portableName } from "./download-paths.ts";

const saved = (...paths: string[]) => Object.fromEntries(downloadPaths(paths));

describe("names that every system accepts", () => {
  it.each([
    ["A001.MXF", "A001.MXF"],
    ["What? <draft>: 50%|*.mov", "What_ _draft__ 50%__.mov"],
    ["take 1.", "take 1_"],
    ["take 1 . ", "take 1___"],
    ["CON", "CON_"],
    ["con.mov", "con_.mov"],
    ["nul.tar.gz", "nul_.tar.gz"],
    ["COM1", "COM1_"],
    ["lpt¹.txt", "lpt¹_.txt"],
    ["CONOUT$", "CONOUT$_"],
    ["AUX .wav", "AUX_ .wav"],
    ["CONTENTS", "CONTENTS"],
    ["COM10", "COM10"],
    ["Größe – 日本 🎬.wav", "Größe – 日本 🎬.wav"],
  ])("%s: %s", (name, expected) => {
    expect(portableName(name)).toBe(expected);
  });
});

describe("paths in a download", () => {
  it("keeps paths that differ", () => {
    expect(saved("A/x.mov", "B/x.mov", "x.mov")).toEqual({
      "A/x.mov": "A/x.mov",
      "B/x.mov": "B/x.mov",
      "x.mov": "x.mov",
    });
  });

  it("keeps names apart that differ in case, in the order of the paths' characters", () => {
    const expected = { "C/A.mov": "C/A.mov", "C/a.MOV": "C/a (2).MOV", "C/a.mov": "C/a (3).mov" };
    expect(saved("C/a.mov", "C/a.MOV", "C/A.mov")).toEqual(expected);
  });

  it("keeps folders apart that differ in case, with all their files", () => {
    expect(saved("CARD/1.mov", "Card/1.mov", "Card/2.mov")).toEqual({
      "CARD/1.mov": "CARD/1.mov",
      "Card/1.mov": "Card (2)/1.mov",
      "Card/2.mov": "Card (2)/2.mov",
    });
  });

  it("keeps a file and a folder of one name apart", () => {
    expect(saved("A001", "A001/x.mov")).toEqual({ A001: "A001 (2)", "A001/x.mov": "A001/x.mov" });
  });

  it("doesn't give a name that another file has", () => {
    expect(saved("A.mov", "a.mov", "a (2).mov")).toEqual({
      "A.mov": "A.mov",
      "a (2).mov": "a (2).mov",
      "a.mov": "a (3).mov",
    });
  });

  it("keeps names apart that become the same", () => {
    expect(saved("1:2.mov", "1?2.mov", "1_2.mov")).toEqual({
      "1:2.mov": "1_2.mov",
      "1?2.mov": "1_2 (2).mov",
      "1_2.mov": "1_2 (3).mov",
    });
  });

  it("takes letters for the same whose capitals are", () => {
    expect(saved("straße", "STRASSE")).toEqual({ STRASSE: "STRASSE", straße: "straße (2)" });
  });

  it("cuts a long name for its suffix, and keeps the extension", () => {
    const [upper, lower] = [`${"É".repeat(125)}.MXF`, `${"é".repeat(125)}.MXF`];
    const paths = saved(upper, lower);
    expect(paths[upper]).toBe(upper);
    expect(paths[lower]).toBe(`${"é".repeat(123)} (2).MXF`);
  });

  it("has distinct paths for any case, whatever the order", () => {
    const part = fc.constantFrom(
      "a",
      "A",
      "a.mov",
      "A.MOV",
      "a (2).mov",
      "a?",
      "a*",
      "ß",
      "ss",
      "con",
      "CON_",
    );
    const path = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 12 }), (paths) => {
        const found = downloadPaths(paths);
        expect([...found.keys()].sort()).toEqual([...paths].sort());
        const folded = [...found.values()].map((name) => name.toUpperCase().toLowerCase());
        expect(new Set(folded).size).toBe(paths.length);
        const folders = new Set(
          folded.flatMap((name) =>
            name
              .split("/")
              .slice(0, -1)
              .map((_, n, all) => all.slice(0, n + 1).join("/")),
          ),
        );
        for (const name of folded) expect(folders.has(name)).toBe(false);
        expect(Object.fromEntries(downloadPaths(paths.toReversed()))).toEqual(Object.fromEntries(found));
      }),
    );
  });

  it("takes no longer for thousands of names that differ only in case", () => {
    const names = Array.from({ length: 4096 }, (_, bits) =>
      Array.from("abcdefghijkl", (letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)).join(""),
    );
    const paths = downloadPaths(names);
    expect(paths.get(names[0] ?? "")).toBe("abcdefghijkl (4096)");
    expect(new Set(paths.values()).size).toBe(4096);
  });
});
