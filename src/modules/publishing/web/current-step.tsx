import { formatBytes, formatPercent, formatSpeed, formatTimeLeft } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Timecode } from "#ui/timecode.tsx";

import type { Progress } from "../contract.ts";
import { type Sample, secondsLeft, speedOf } from "./speed.ts";

interface CurrentStepProps {
  progress: Progress;
  samples: readonly Sample[];
}

/** The step in progress. */
export function CurrentStep({ progress, samples }: CurrentStepProps) {
  if (progress.stage === "VIDEO_UPLOAD") return <Uploading progress={progress} samples={samples} />;
  const { title, text } = laterSteps[progress.stage === "THUMBNAIL_UPLOAD" ? "thumbnail" : "publish"];
  return (
    <section className="mt-8">
      <h2 className="flex items-center gap-3 font-heading text-2xl">
        <Spinner className="size-5!" />
        <output>{title}</output>
      </h2>
      <p className="mt-3 max-w-prose text-soft">{text}</p>
    </section>
  );
}

const laterSteps = {
  thumbnail: {
    title: "Setting the thumbnail",
    text: "The video is on YouTube in private mode. The thumbnail is set first, then the visibility that you chose.",
  },
  publish: {
    title: "Publishing the video",
    text: "The thumbnail is set. The video now gets its title, description, tags, the made-for-kids setting and the visibility that you chose.",
  },
};

function Uploading({ progress, samples }: CurrentStepProps) {
  const { percent, sentBytes, totalBytes } = progress;
  const speed = speedOf(samples);
  const seconds = secondsLeft(totalBytes - sentBytes, speed);
  return (
    <section className="mt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-heading text-2xl">Uploading the video</h2>
        <span className="numerals text-3xl text-tally">{formatPercent(percent)}</span>
      </div>
      <ProgressBar
        className="mt-2"
        percent={percent}
        label="Uploading the video"
        valueText={`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <Timecode>
          {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
        </Timecode>
        <Timecode>
          {sentBytes === totalBytes
            ? "Waiting for YouTube to confirm"
            : [speed !== null && formatSpeed(speed), seconds !== null && formatTimeLeft(seconds)]
                .filter(Boolean)
                .join(", ")}
        </Timecode>
      </p>
      <p className="mt-4 max-w-prose text-soft">
        The video is first uploaded in private mode, so that no one sees it unfinished. Then it gets its
        thumbnail, title, description, tags, the made-for-kids setting and the visibility that you chose. You
        can close this page: the upload continues on the server, and resumes after a dropped connection.
      </p>
    </section>
  );
}
