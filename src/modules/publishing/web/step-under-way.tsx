import { formatBytes, formatPercent, formatSpeed, formatTimeLeft } from "#ui/format.ts";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Timecode } from "#ui/timecode.tsx";

import type { Progress } from "../contract.ts";
import { type Sample, secondsLeft, speedOf } from "./speed.ts";

interface StepUnderWayProps {
  progress: Progress;
  samples: readonly Sample[];
}

/** What is being done right now, and why. */
export function StepUnderWay({ progress, samples }: StepUnderWayProps) {
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
    text: "All of the video is on YouTube, in private mode. Now it gets your thumbnail; after that it is shown as you chose.",
  },
  publish: {
    title: "Publishing the video",
    text: "The thumbnail is set. Now the video gets its title, description, tags and the made-for-kids setting, and is made visible as you chose.",
  },
};

function Uploading({ progress, samples }: StepUnderWayProps) {
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
            ? "waiting for YouTube to confirm"
            : [speed !== null && formatSpeed(speed), seconds !== null && formatTimeLeft(seconds)]
                .filter(Boolean)
                .join(", ")}
        </Timecode>
      </p>
      <p className="mt-4 max-w-prose text-soft">
        The video is first uploaded in private mode, so nobody sees it half finished. After the thumbnail it
        is made visible as you chose, with title, description, tags and the made-for-kids setting. You can
        close this page: the server goes on, and a broken connection only makes it continue where it stopped.
      </p>
    </section>
  );
}
