import { X } from "lucide-react";
import { useEffect, useLayoutEffect, useMemo, useState } from "react";

import {
  type ReviewSession,
  useReview,
  useReviewSession,
} from "#modules/feedback/web/public/review-session.tsx";
import type { Playback } from "#modules/media/contract/videos.ts";
import { framesPerSecond } from "#modules/media/rules/frames.ts";
import { PlayerSection } from "#modules/media/web/public/player-section.tsx";
import { useCaptions } from "#modules/media/web/public/use-captions.ts";
import { useGuides } from "#modules/media/web/public/use-guides.ts";
import { usePlayerControls } from "#modules/media/web/public/use-player-controls.ts";
import { useSounds } from "#modules/media/web/public/use-sounds.tsx";
import { useTimecode } from "#modules/media/web/public/use-timecode.ts";
import { useZoom } from "#modules/media/web/public/use-zoom.ts";
import type { VideoPlayerProps } from "#modules/media/web/public/video-player.tsx";
import { type ComparisonView, firstComparisonView } from "#modules/review/rules/comparison.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { PlayerSelect } from "#ui/player/transport.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { ModeButtons, OffsetControl } from "./compare-controls.tsx";
import { ComparedPictures } from "./compared-pictures.tsx";
import { compareShortcuts, modes } from "./modes.ts";
import { useComparedFile } from "./use-compared-file.ts";
import { useFollowing } from "./use-following.ts";

interface ComparePlayerProps extends VideoPlayerProps {
  /** Number of the version of `playback`. */
  version: number;
  /** The version it is compared with. */
  other: { version: number; playback: Playback };
  onClose: () => void;
}

/**
 * Plays two versions in step. Timeline, marks, loop and `ref` are those of the reviewed version; the other one shows the
 * frame at the same time, moved by an offset in its frames.
 */
export function ComparePlayer(props: ComparePlayerProps) {
  const { playback, version, other, title, onRefresh, onClose } = props;
  const { ref, startFrame = 0, stage, onFrame } = props;
  const comparedFile = useComparedFile(playback, onRefresh);
  const compared = useComparedFile(other.playback, onRefresh);
  const { media, frames, times, last } = comparedFile.video;
  const { formatTimecode } = useTimecode(playback);
  const session = useReviewSession();
  const chosenView = useReview((state) => state.comparison);
  const setView = (changed: Partial<ComparisonView>) => changeView(session, () => changed);
  useLayoutEffect(() => () => session.setState({ comparison: firstComparisonView }), [session]);
  useFollowing(comparedFile.video, compared.video, chosenView.offset);
  const isWide = useMediaQuery("(min-width: 720px)");
  const view = chosenView.mode === "side" && !isWide ? { ...chosenView, mode: "wipe" as const } : chosenView;
  const [heard, setHeard] = useState<"shown" | "other">("shown");
  const heardVideo = heard === "shown" ? comparedFile.video : compared.video;
  const audiblePlayback = heard === "shown" ? playback : other.playback;
  const captions = useCaptions(audiblePlayback.captions, audiblePlayback.startSeconds);
  const { commands } = captions;
  const { audible, setting, element } = useSounds({
    playback: audiblePlayback,
    media: heardVideo.media,
    startSeconds: heardVideo.times.startSeconds,
    onRefresh,
  });
  useStartFrame(frames.seek, startFrame);
  const zoom = useZoom({ control: props.view, sourceWidth: playback.width, media, frames });
  const aspect = playback.width && playback.height ? playback.width / playback.height : 16 / 9;
  const guides = useGuides(props.guides, aspect);
  const more = useMemo(
    () => ({ ...zoom.commands, ...compareCommands(session), ...commands, ...guides?.commands }),
    [zoom, session, commands, guides?.commands],
  );
  const second = framesPerSecond(times.rate);
  const player = usePlayerControls(
    { media, audible, frames, times, last, second },
    { ref, stage, onFrame, onLoop: props.onLoop, more },
  );
  const hear = (next: "shown" | "other") => {
    moveSound(audible.current, (next === "shown" ? media : compared.video.media).current);
    setHeard(next);
  };
  return (
    <PlayerSection
      label={`Comparison: ${title}`}
      player={player}
      zoom={zoom}
      picture={
        <ComparedPictures
          zoom={zoom}
          mode={view.mode}
          shown={{ ...comparedFile, media, frames, version }}
          other={{ ...compared, ...compared.video, version: other.version }}
          captions={captions.shown && { ...captions.shown, of: heard }}
          title={title}
          aspect={aspect}
          guides={guides?.displayed}
          wipe={view.wipe}
          onWipe={(wipe) => setView({ wipe })}
          showsOther={view.showsOther}
          overlay={props.overlay}
          screenOverlay={
            <>
              {element}
              {props.screenOverlay}
            </>
          }
          className={player.pictureClass}
        />
      }
      timeline={{
        playback,
        times,
        formatTimecode,
        marks: props.marks,
        onSelectMark: props.onSelectMark,
        ranges: props.ranges,
        onSelectRange: props.onSelectRange,
        renderOver: props.renderOnTimeline,
      }}
      captions={captions}
      settings={setting ? [setting] : []}
      guides={guides}
      controls={props.controls}
      shortcuts={[...compareShortcuts, ...(props.shortcuts ?? [])]}
    >
      <CompareBar
        version={version}
        other={other.version}
        view={view}
        hasSide={isWide}
        heard={heard}
        onView={setView}
        onHear={hear}
        onClose={onClose}
      />
    </PlayerSection>
  );
}

/** Seeks to the frame to start at, or to the one that was displayed before the versions were compared. */
function useStartFrame(seek: (frame: number) => void, startFrame: number): void {
  const { getState } = useReviewSession();
  useEffect(() => {
    seek(startFrame);
  }, [seek, startFrame]);
  useEffect(() => {
    const { frame } = getState();
    if (frame !== null) seek(frame);
  }, [seek, getState]);
}

function changeView(
  { setState }: ReviewSession,
  next: (view: ComparisonView) => Partial<ComparisonView>,
): void {
  setState(({ comparison }) => ({ comparison: { ...comparison, ...next(comparison) } }));
}

/** Commands by key. */
function compareCommands(session: ReviewSession) {
  const change = (next: Parameters<typeof changeView>[1]) => () => changeView(session, next);
  return {
    ...Object.fromEntries(
      modes.map(({ value }, index) => [String(index + 1), change(() => ({ mode: value }))]),
    ),
    v: change(({ showsOther }) => ({ mode: "toggle", showsOther: !showsOther })),
    "[": change(({ offset }) => ({ offset: offset - 1 })),
    "]": change(({ offset }) => ({ offset: offset + 1 })),
  };
}

/** Mutes one element and plays the other one as it was. */
function moveSound(from: HTMLMediaElement | null, to: HTMLMediaElement | null): void {
  if (!from || !to || from === to) return;
  to.volume = from.volume;
  to.muted = from.muted;
  from.muted = true;
}

interface CompareBarProps {
  /** Numbers of the reviewed version and the one that it is compared with. */
  version: number;
  other: number;
  view: ComparisonView;
  /** Whether there is space for two pictures side by side. */
  hasSide: boolean;
  heard: "shown" | "other";
  onView: (changed: Partial<ComparisonView>) => void;
  onHear: (heard: "shown" | "other") => void;
  onClose: () => void;
}

/** The controls of the comparison below the timeline. */
function CompareBar(props: CompareBarProps) {
  const { version, other, view, hasSide, heard, onView, onHear, onClose } = props;
  const { mode, offset, showsOther } = view;
  return (
    <div className="mt-2 flex items-start gap-x-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <ModeButtons mode={mode} hasSide={hasSide} onChoose={(next) => onView({ mode: next })} />
        {mode === "toggle" && (
          <button
            type="button"
            onClick={() => onView({ showsOther: !showsOther })}
            className="numerals min-h-9 rounded-sm border px-3 text-sm enabled-hover:bg-raised pointer-coarse:min-h-11"
          >
            Show v{showsOther ? version : other}
          </button>
        )}
        <OffsetControl
          version={other}
          offset={offset}
          onMove={(by) => onView({ offset: offset + by })}
          onReset={() => onView({ offset: 0 })}
        />
        <PlayerSelect
          label="Sound"
          value={heard}
          options={[
            { value: "shown", label: `v${version} sound` },
            { value: "other", label: `v${other} sound` },
          ]}
          onChange={onHear}
        />
      </div>
      <IconButton label="Close the comparison" icon={<X className="size-5" />} onClick={onClose} />
    </div>
  );
}
