import { useMemo } from "react";

import type { Guides } from "#modules/media/contract/guides.ts";
import { applicableGuides, toggleGuides } from "#modules/media/rules/guides.ts";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";

import { readDisplayedGuides } from "./stored-guides.ts";

export const guidesShortcut: Shortcut = { keys: ["G"], label: "Show or hide guides" };

/** The guides over a picture, and how the user chooses others. */
export interface GuidesChoice {
  guides: Guides;
  /** Stays the same between renders. */
  choose: (guides: Guides) => void;
}

/** The guides of a picture. */
export interface GuidesControl extends GuidesChoice {
  /** Those that the picture can have. */
  displayed: Guides;
  /** Width of the picture divided by its height. */
  aspect: number;
  /** Commands by key. */
  commands: Readonly<Record<string, () => void>>;
}

/** Null where no guides can be chosen. */
export function useGuides(choice: GuidesChoice | undefined, aspect: number): GuidesControl | null {
  const guides = choice?.guides;
  const choose = choice?.choose;
  return useMemo(() => {
    if (!guides || !choose) return null;
    const commands = { g: () => choose(toggleGuides(guides, readDisplayedGuides(), aspect)) };
    return { guides, displayed: applicableGuides(guides, aspect), aspect, choose, commands };
  }, [guides, choose, aspect]);
}
