import { useEffect, useMemo, useRef } from "react";

import { showCaptions } from "#ui/player/media-commands.ts";
import type { MediaRef } from "#ui/player/media-state.ts";
import type { Shortcut } from "#ui/player/shortcut-list.tsx";

import type { Playback } from "../contract.ts";
import { captionChoices } from "../rules/captions.ts";
import { useStoredChoice } from "./use-stored-choice.ts";

export const captionsOff = "off";
export const captionShortcut: Shortcut = { keys: ["T"], label: "Show or hide captions" };

/**
 * The captions of a video and the shown ones, as chosen for all videos in this browser. `startSeconds` is the time of the
 * first frame in the file that is played.
 */
export function useCaptions(media: MediaRef, captions: Playback["captions"], startSeconds: number) {
  const choices = useMemo(() => captionChoices(captions), [captions]);
  const [choice, choose] = useStoredChoice<string>("reelay-captions", [
    captionsOff,
    ...choices.map(({ value }) => value),
  ]);
  const shown = choices.find(({ value }) => value === choice);
  const url = shown?.url;
  useEffect(() => showCaptions(media, url !== undefined), [media, url]);
  useEffect(() => {
    const track = media.current?.querySelector("track");
    if (!track || url === undefined || startSeconds === 0) return undefined;
    const move = (seconds: number) => {
      for (const cue of track.track.cues ?? []) {
        cue.startTime += seconds;
        cue.endTime += seconds;
      }
    };
    const moveLoaded = () => move(startSeconds);
    if (track.readyState === HTMLTrackElement.LOADED) moveLoaded();
    track.addEventListener("load", moveLoaded);
    return () => {
      track.removeEventListener("load", moveLoaded);
      move(-startSeconds);
    };
  }, [media, url, startSeconds]);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (choice !== captionsOff) last.current = choice;
  }, [choice]);
  const first = choices[0]?.value;
  const commands = useMemo(
    () =>
      first === undefined
        ? undefined
        : { t: () => choose(choice === captionsOff ? (last.current ?? first) : captionsOff) },
    [choice, choose, first],
  );
  return { choices, choice, choose, shown, commands };
}
