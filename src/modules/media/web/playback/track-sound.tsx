import { type RefObject, useEffect, useEffectEvent } from "react";

import type { MediaRef } from "#ui/player/media-state.ts";

import { followVideo } from "./follow-video.ts";

interface TrackSoundProps {
  media: MediaRef;
  audio: RefObject<HTMLAudioElement | null>;
  src: string | undefined;
  /** Time of the first frame in the video. */
  startSeconds: number;
  /** Called when the sound of the video has been replaced by this one, and when it is heard again. */
  onHeard: (heard: boolean) => void;
  /** The browser doesn't let the sound play. */
  onRefused: () => void;
  onError: () => void;
}

/** A sound track that is heard instead of the sound of a video, and follows it. */
export function TrackSound(props: TrackSoundProps) {
  const { media, audio, src, startSeconds, onHeard, onError } = props;
  const onRefused = useEffectEvent(props.onRefused);
  useEffect(() => {
    if (!media.current || !audio.current) return;
    const stop = followVideo(media.current, audio.current, { startSeconds, onRefused });
    onHeard(true);
    return () => {
      stop();
      onHeard(false);
    };
  }, [media, audio, startSeconds, onHeard]);
  return (
    <audio ref={audio} src={src} preload="auto" onError={onError}>
      {/* Captions are shown over the video. */}
      <track kind="captions" />
    </audio>
  );
}
