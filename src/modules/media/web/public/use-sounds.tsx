import { useCallback, useMemo, useRef, useState } from "react";

import type { Playback } from "#modules/media/contract/videos.ts";
import { soundChoices } from "#modules/media/rules/sounds.ts";
import type { MediaRef } from "#ui/player/media-state.ts";

import { TrackSound } from "../playback/track-sound.tsx";
import { useStoredChoice } from "../playback/use-stored-choice.ts";
import { soundLanguageKey } from "../storage-keys.ts";
import { useStableUrl } from "./use-stable-url.ts";

interface SoundOptions {
  playback: Pick<Playback, "videoId" | "sounds">;
  media: MediaRef;
  /** Time of the first frame in the played file. */
  startSeconds: number;
  onRefresh: () => void;
}

/**
 * The sound tracks of a video and the heard one: of the language that the user has chosen in any video, or the one chosen in
 * this video. `audible` has the volume; `element` plays a track that the file of the video doesn't play.
 */
export function useSounds({ playback, media, startSeconds, onRefresh }: SoundOptions) {
  const { videoId, sounds } = playback;
  const choices = useMemo(() => soundChoices(sounds), [sounds]);
  const [language, remember] = useStoredChoice(soundLanguageKey, [
    "",
    ...choices.map(({ remembered }) => remembered ?? ""),
  ]);
  const [here, setHere] = useState({ videoId, value: "" });
  const chosenHere = choices.find(({ value }) => here.videoId === videoId && value === here.value);
  const chosen =
    chosenHere ?? choices.find(({ remembered }) => language !== "" && remembered === language) ?? choices[0];
  const choose = (value: string) => {
    const remembered = choices.find((choice) => choice.value === value)?.remembered;
    if (remembered) remember(remembered);
    setHere({ videoId, value });
  };
  const audio = useRef<HTMLAudioElement>(null);
  const [isHeard, onHeard] = useState(false);
  const hearOwn = useCallback(() => setHere({ videoId, value: choices[0]?.value ?? "" }), [videoId, choices]);
  const played = `${videoId} ${chosen?.value}`;
  const { url, renewIfOld } = useStableUrl(chosen?.url ?? null, played, onRefresh);
  return {
    setting:
      choices.length > 1 && chosen
        ? { name: "Sound", value: chosen.value, options: choices, onChange: choose }
        : null,
    audible: isHeard ? audio : media,
    element: url !== null && (
      <TrackSound
        key={played}
        media={media}
        audio={audio}
        src={url}
        startSeconds={startSeconds}
        onHeard={onHeard}
        onRefused={hearOwn}
        onError={() => {
          if (!renewIfOld()) hearOwn();
        }}
      />
    ),
  };
}
