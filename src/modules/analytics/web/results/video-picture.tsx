import type { AnalysedVideo, KeptStoryboard } from "#modules/analytics/contract/videos.ts";
import type { Playback } from "#modules/media/contract/videos.ts";
import { usePlaylist } from "#modules/media/web/public/use-playlist.ts";
import { useStableUrl } from "#modules/media/web/public/use-stable-url.ts";
import type { MediaRef } from "#ui/player/media-state.ts";
import { PictureFrame } from "#ui/player/picture-frame.tsx";
import { PlayerPicture } from "#ui/player/player-picture.tsx";
import { MediaClock, PlayButton, SpeedSelect, VolumeControl } from "#ui/player/transport.tsx";

import { StoryboardTile } from "./storyboard.tsx";

interface StoredVideoProps {
  mediaRef: MediaRef;
  playback: Playback;
  title: string;
  storyboard: KeptStoryboard | null;
  /** The position of the pointer on the timeline, whose still is shown over the paused video. */
  pointed: number | null;
  onRefresh: () => void;
}

/** Seconds at which the first frame is in the file that is played. */
export function pictureStart({ lightUrl, startSeconds }: Playback): number {
  return lightUrl === null ? startSeconds : 0;
}

/** The published video, while it is stored. The timeline below is its seek bar. */
export function StoredVideo(props: StoredVideoProps) {
  const { mediaRef, playback, title, storyboard, pointed, onRefresh } = props;
  const { videoId, fileUrl, lightUrl, playlistUrl, posterUrl, width, height } = playback;
  const file = useStableUrl(lightUrl ?? fileUrl, videoId, onRefresh);
  const playlist = useStableUrl(playlistUrl, videoId, onRefresh);
  usePlaylist(mediaRef, file.url ? null : playlist.url, playlist.renewIfOld);
  return (
    <div>
      <PlayerPicture
        mediaRef={mediaRef}
        src={file.url ?? undefined}
        poster={posterUrl ?? undefined}
        title={title}
        onError={file.renewIfOld}
        onRetry={file.renew}
        {...(width && height && { aspect: width / height })}
      >
        {pointed !== null && storyboard && (
          <StoryboardTile
            storyboard={storyboard}
            seconds={pointed}
            className="pointer-events-none absolute inset-0"
          />
        )}
      </PlayerPicture>
      <div className="flex flex-wrap items-center gap-1 pt-1">
        <PlayButton mediaRef={mediaRef} />
        <VolumeControl mediaRef={mediaRef} />
        <MediaClock mediaRef={mediaRef} />
        <span className="ml-auto">
          <SpeedSelect mediaRef={mediaRef} />
        </span>
      </div>
    </div>
  );
}

/** The picture at the playhead, of a video that is not stored any more. */
export function KeptPicture({ video, seconds }: { video: AnalysedVideo; seconds: number }) {
  const { storyboard } = video;
  if (!storyboard) return null;
  return (
    <figure>
      <PictureFrame shape={storyboard.tileWidth / storyboard.tileHeight}>
        <StoryboardTile storyboard={storyboard} seconds={seconds} className="absolute inset-0" />
      </PictureFrame>
      <figcaption className="mt-2 text-sm text-soft">
        The video was deleted after its publication. These pictures of it are kept.
      </figcaption>
    </figure>
  );
}
