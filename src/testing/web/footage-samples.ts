import type { FootageFile, FootageOverview } from "#modules/footage/contract/files.ts";

import { anika, meera, samplePerson } from "./samples.ts";

export const dev = { ...anika, id: 4, name: "Dev Kapoor", email: "dev@example.com" };

/** An overview for the creator: footage in two cards, and what `dev` has delivered. */
export const sampleOverview: FootageOverview = {
  folders: [
    { deliveredBy: null, folder: "", files: 2, bytes: 3_000_000 },
    { deliveredBy: null, folder: "A001/CLIP", files: 3, bytes: 84_000_000_000 },
    { deliveredBy: null, folder: "Sound", files: 1, bytes: 40_000_000 },
    { deliveredBy: 4, folder: "Project", files: 1, bytes: 2_000_000 },
  ],
  people: [samplePerson(dev)],
  unfinished: { files: 0, bytes: 0, received: 0 },
  verifying: { files: 0, bytes: 0 },
  abilities: { add: true, deleteAll: true },
  deliveredBy: null,
};

/** The same without a delivery, so that there is only one place. */
export const footageOnly: FootageOverview = {
  ...sampleOverview,
  folders: sampleOverview.folders.filter(({ deliveredBy }) => deliveredBy === null),
  people: [],
};

/** A verified file that `meera` has sent; its id ends with `number`. */
export function sampleFile(number: number, change: Partial<FootageFile> = {}): FootageFile {
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  return {
    deliveredBy: null,
    folder: "",
    id,
    name: `C${String(number).padStart(4, "0")}.mov`,
    kind: "video",
    bytes: number * 1_000_000,
    state: "verified",
    sha256: "ab".repeat(32),
    compared: true,
    sentBy: samplePerson(meera),
    sentAt: "2031-05-02T09:00:00.000Z",
    url: `/media/${id}`,
    type: "video/quicktime",
    mayDelete: true,
    ...change,
  };
}
