import { useEffect, useMemo, useRef } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { captionChoices } from "#modules/media/rules/captions.ts";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";

import { useStoredChoice } from "../playback/use-stored-choice.ts";

export const captionsOff = "off";
export const captionShortcut: Shortcut = { keys: ["T"], label: "Show or hide captions" };

/** The captions of a video and the shown ones, as chosen for all videos in this browser. */
export function useCaptions(captions: Playback["captions"], startSeconds: number) {
  const choices = useMemo(() => captionChoices(captions), [captions]);
  const [choice, choose] = useStoredChoice<string>("reelay-captions", [
    captionsOff,
    ...choices.map(({ value }) => value),
  ]);
  const chosen = choices.find(({ value }) => value === choice);
  const track = chosen && { src: chosen.url, language: chosen.language, label: chosen.label, startSeconds };
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (choice !== captionsOff) last.current = choice;
  }, [choice]);
  const commands = useMemo(() => {
    const [first] = choices;
    if (!first) return undefined;
    const toggle = () => {
      const next = choices.find(({ value }) => value === last.current) ?? first;
      choose(choice === captionsOff ? next.value : captionsOff);
    };
    return { t: toggle };
  }, [choices, choice, choose]);
  return { choices, choice, choose, shown: track, commands };
}
