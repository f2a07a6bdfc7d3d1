import { createHash } from "node:crypto";

import { XmlDocument } from "libxml2-wasm";
import { expect, it } from "vitest";

import { ascMhlChain, ascMhlManifest, ascMhlName, c4Id } from "./asc-mhl.ts";

const sha512 = (content: string) => createHash("sha512").update(content).digest("hex");
const created = new Date("2026-11-29T22:10:05.700Z");
const spaces = { m: "urn:ASC:MHL:v2.0", d: "urn:ASC:MHL:DIRECTORY:v2.0" };

function read(xml: string, expression: string): string[] {
  using document = XmlDocument.fromString(xml);
  return document.find(expression, spaces).map((node) => node.content);
}

it("writes C4 identifiers with a fixed length", () => {
  // The identifier of no content, by which other implementations are tested.
  expect(c4Id(sha512(""))).toBe(
    "c459dsjfscH38cYeXXYogktxf4Cd9ibshE3BHUo6a58hBXmRQdZrAkZzsWcbWtDg5oQstpDuni4Hirj75GEmTc1sFT",
  );
  expect(c4Id("0".repeat(128))).toBe(`c4${"1".repeat(88)}`);
  expect(c4Id("f".repeat(128))).toHaveLength(90);
});

it("lists files with size, time and C4", () => {
  const manifest = ascMhlManifest({
    files: [{ path: "A001/Q & A <1>.mov", bytes: 5, sha512: sha512("clip"), modified: created }],
    created,
    host: "reelay.example",
    version: "0.2.0",
  });
  expect(read(manifest, "/m:hashlist/@version")).toEqual(["2.0"]);
  expect(read(manifest, "//m:creationdate | //m:hostname | //m:tool")).toEqual([
    "2026-11-29T22:10:05Z",
    "reelay.example",
    "Reelay",
  ]);
  expect(read(manifest, "//m:processinfo/m:process")).toEqual(["transfer"]);
  expect(read(manifest, "//m:pattern")).toContain("SHA256SUMS");
  expect(read(manifest, "//m:hash/m:path")).toEqual(["A001/Q & A <1>.mov"]);
  expect(read(manifest, "//m:hash/m:path/@size")).toEqual(["5"]);
  expect(read(manifest, "//m:hash/m:c4")).toEqual([c4Id(sha512("clip"))]);
  expect(read(manifest, "//m:hash/m:c4/@action")).toEqual(["original"]);
});

it("has no empty list, which the schema doesn't allow", () => {
  const manifest = ascMhlManifest({ files: [], created, host: "h", version: "1" });
  expect(read(manifest, "//m:hashes")).toEqual([]);
});

it("the chain names the manifest with its digest", () => {
  const name = ascMhlName("A & B", created);
  expect(name).toBe("0001_A & B_2026-11-29_221005Z.mhl");
  const chain = ascMhlChain({ name, sha512: sha512("manifest") });
  expect(read(chain, "/d:ascmhldirectory/d:hashlist/@sequencenr")).toEqual(["1"]);
  expect(read(chain, "//d:path | //d:c4")).toEqual([name, c4Id(sha512("manifest"))]);
});
