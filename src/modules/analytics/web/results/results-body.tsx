import { useMemo, useRef, useState } from "react";
import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import type { ReviewComment, VideoResults } from "#modules/analytics/contract/videos.ts";
import { timecode } from "#modules/media/rules/frames.ts";
import { isPlayable } from "#modules/media/rules/playback.ts";
import { togglePlay } from "#ui/player/media-commands.ts";

import { FigureNotice, ProblemNotice } from "../figures/figure-notice.tsx";
import { ComparisonSection, DaysSection } from "./days-section.tsx";
import { Moments } from "./moments.tsx";
import { commentSpanText, commentText } from "./review-text.ts";
import { ResultsTimeline } from "./timeline.tsx";
import { Totals } from "./totals.tsx";
import { usePlayhead } from "./use-playhead.ts";
import { KeptPicture, pictureStart, StoredVideo } from "./video-picture.tsx";

interface ResultsBodyProps {
  results: VideoResults;
  onRefresh: () => void;
}

/** The results of a publication: its state, the video with its retention, totals, days and comparison. */
export function ResultsBody({ results, onRefresh }: ResultsBodyProps) {
  const { publication, own, problem, video } = results;
  const duration = video.durationSeconds;
  return (
    <>
      <FigureNotice {...publication} own={own} />
      {problem && <ProblemNotice problem={problem} />}
      {duration !== null && duration > 0 && (
        <VideoSection results={results} duration={duration} onRefresh={onRefresh} />
      )}
      <div className="mt-10">
        <Totals results={results} />
      </div>
      {results.days.length > 0 && <DaysSection results={results} />}
      <ComparisonSection results={results} />
    </>
  );
}

function VideoSection({ results, duration, onRefresh }: ResultsBodyProps & { duration: number }) {
  const { taskId, title, video, retention, comments } = results;
  const media = useRef<HTMLVideoElement>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const { playback, rate } = video;
  const playable = playback !== null && isPlayable(playback);
  const playhead = usePlayhead(media, duration, playback ? pictureStart(playback) : 0);
  const { seconds, pointed, playing, move } = playhead;
  const comment = useMemo(() => comments.find(({ id }) => id === selected) ?? null, [comments, selected]);
  const formatTimecode = (frame: number) => (rate ? timecode(frame, rate) : "");
  return (
    <section
      aria-label="Audience retention"
      className="mt-6 grid items-start gap-x-8 gap-y-6 wide:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)] wide:grid-rows-[auto_1fr]"
    >
      <div className="max-wide:max-w-100 [--player-height:min(14rem,32dvh)] wide:[--player-height:min(24rem,48dvh)]">
        {playable ? (
          <StoredVideo
            mediaRef={media}
            playback={playback}
            title={title}
            storyboard={video.storyboard}
            pointed={playing ? null : pointed}
            onRefresh={onRefresh}
          />
        ) : (
          <KeptPicture video={video} seconds={seconds} />
        )}
      </div>
      <div className="wide:col-start-2 wide:row-span-2">
        <ResultsTimeline
          results={results}
          duration={duration}
          playhead={playhead}
          selectedComment={selected}
          onSelectComment={(id) => {
            setSelected(id);
            const clicked = comments.find((each) => each.id === id);
            if (clicked) move(clicked.seconds);
          }}
          withoutRetention={<NoRetention results={results} />}
          onTogglePlay={playable ? () => togglePlay(media) : undefined}
        />
        {comment && <SelectedComment taskId={taskId} comment={comment} />}
      </div>
      {retention && (
        <Moments
          taskId={taskId}
          marks={retention.marks}
          comments={comments}
          formatTimecode={formatTimecode}
          onSelect={(mark) => move(mark.seconds)}
        />
      )}
    </section>
  );
}

function NoRetention({ results: { publication } }: { results: VideoResults }) {
  if (publication.state !== "ready") return null;
  return (
    <p className="border-b py-6 text-soft">
      {publication.platform} measures audience retention once the video has enough views. It appears here
      then.
    </p>
  );
}

function SelectedComment({ taskId, comment }: { taskId: number; comment: ReviewComment }) {
  const { version, id, text, author, done } = comment;
  return (
    <output className="mt-4 block max-w-prose border-l-2 border-amber pl-3 text-pretty">
      <span className="block text-sm text-soft">
        {commentText(comment)}{" "}
        <Link to={previewPath(taskId, version, id)} className="link">
          Open
          <span className="sr-only">
            {" "}
            the comment by {author.name} at {commentSpanText(comment)}
          </span>
        </Link>
      </span>
      <span className="mt-1 block whitespace-pre-line">{text}</span>
      {done && done.note !== "" && <span className="mt-1 block text-sm text-soft">{done.note}</span>}
    </output>
  );
}
