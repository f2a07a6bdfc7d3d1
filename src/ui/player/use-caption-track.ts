import { useEffect, useRef } from "react";

export interface Captions {
  src: string;
  /** BCP 47. */
  language: string;
  label: string;
  /** Time of the first frame in the video that is played, in seconds; the cues are relative to that frame. */
  startSeconds?: number;
}

/**
 * The attributes of the `<track>` that shows captions. The browser draws them unless `onCues` is given, which is called
 * with the cues at the current time.
 */
export function useCaptionTrack(captions: Captions | undefined, onCues?: (cues: readonly VTTCue[]) => void) {
  const ref = useRef<HTMLTrackElement>(null);
  const { src, language, label, startSeconds = 0 } = captions ?? {};
  useEffect(() => {
    const element = ref.current;
    if (!element || src === undefined) return undefined;
    const { track } = element;
    const report = () => onCues?.(Array.from(track.activeCues ?? []).filter((cue) => cue instanceof VTTCue));
    const move = () => {
      for (const cue of track.cues ?? []) {
        cue.startTime += startSeconds;
        cue.endTime += startSeconds;
      }
      report();
    };
    element.addEventListener("load", move);
    element.addEventListener("cuechange", report);
    track.mode = onCues ? "hidden" : "showing";
    report();
    return () => {
      element.removeEventListener("load", move);
      element.removeEventListener("cuechange", report);
      onCues?.([]);
    };
  }, [src, startSeconds, onCues]);
  // A new element for each file: the cues of another one, and times that have been moved, would stay until it is loaded.
  return { key: `${src} ${startSeconds}`, ref, src, srcLang: language, label };
}
