import { expect, it } from "vitest";

import { countFiles, folderTrail, listFolders, listPlaces } from "./folder-tree.ts";

const folders = [
  { deliveredBy: null, folder: "", files: 1, bytes: 5 },
  { deliveredBy: null, folder: "A001/CLIP", files: 2, bytes: 20 },
  { deliveredBy: null, folder: "A001/CLIP/SUB", files: 3, bytes: 30 },
  { deliveredBy: null, folder: "A0010", files: 4, bytes: 40 },
  { deliveredBy: 4, folder: "A001", files: 7, bytes: 70 },
];

it("lists the folders directly in a folder, with what is in all folders below", () => {
  expect(listFolders(folders, null, "")).toEqual([
    { folder: "A001", name: "A001", files: 5, bytes: 50 },
    { folder: "A0010", name: "A0010", files: 4, bytes: 40 },
  ]);
  expect(listFolders(folders, null, "A001")).toEqual([
    { folder: "A001/CLIP", name: "CLIP", files: 5, bytes: 50 },
  ]);
  expect(listFolders(folders, null, "A001/CLIP/SUB")).toEqual([]);
});

it("sorts folders as people count", () => {
  const cards = ["B10", "B9", "b1"].map((folder) => ({ deliveredBy: null, folder, files: 1, bytes: 1 }));
  expect(listFolders(cards, null, "").map(({ name }) => name)).toEqual(["b1", "B9", "B10"]);
});

it("counts the files of a folder, not those of one whose name starts with the same letters", () => {
  expect(countFiles(folders, null, "A001")).toEqual({ files: 5, bytes: 50 });
  expect(countFiles(folders, 4)).toEqual({ files: 7, bytes: 70 });
  expect(countFiles(folders)).toEqual({ files: 17, bytes: 165 });
});

it("names the folders that lead to a folder", () => {
  expect(folderTrail("")).toEqual([]);
  expect(folderTrail("A001/CLIP")).toEqual([
    { folder: "A001", name: "A001" },
    { folder: "A001/CLIP", name: "CLIP" },
  ]);
});

it("lists the creator's side before the people who delivered", () => {
  expect(listPlaces(folders.toReversed())).toEqual([null, 4]);
});
