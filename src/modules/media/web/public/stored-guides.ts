import { z } from "zod";

import { guides, type Guides, noGuides } from "#modules/media/contract/guides.ts";
import { hasGuides, usualGuides } from "#modules/media/rules/guides.ts";

import { guidesKey } from "../storage-keys.ts";

/** Tasks and review links whose guides are remembered, those chosen last. */
export const maxRememberedGuides = 100;

const storedGuides = z.object({
  /** The last choice, which is used where none is remembered. */
  last: guides,
  /** The last choice that displays something. */
  displayed: guides,
  /** The latest last. */
  chosen: z.array(z.object({ key: z.string(), guides })),
});

function readStored(): z.output<typeof storedGuides> {
  try {
    return storedGuides.parse(JSON.parse(localStorage.getItem(guidesKey) ?? ""));
  } catch {
    return { last: noGuides, displayed: usualGuides, chosen: [] };
  }
}

/** The guides that this browser remembers for a task or review link, otherwise the user's last choice. */
export function readGuides(key: string): Guides {
  const { last, chosen } = readStored();
  return chosen.find((each) => each.key === key)?.guides ?? last;
}

/** The guides that the user has displayed last, on any video. */
export function readDisplayedGuides(): Guides {
  return readStored().displayed;
}

/** Remembers the user's choice for a task or review link. */
export function storeGuides(key: string, choice: Guides): void {
  const { displayed, chosen } = readStored();
  const others = chosen.filter((each) => each.key !== key).slice(1 - maxRememberedGuides);
  const next = {
    last: choice,
    displayed: hasGuides(choice) ? choice : displayed,
    chosen: [...others, { key, guides: choice }],
  };
  try {
    localStorage.setItem(guidesKey, JSON.stringify(next));
  } catch {
    // Without usable storage, the choice lasts until the page is closed.
  }
}
