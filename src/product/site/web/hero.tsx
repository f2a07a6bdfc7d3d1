import { useEffect, useState } from "react";
import { Link } from "react-router";

import { trackSteps } from "#product/tasks/rules.ts";
import { buttonClass } from "#ui/button-class.ts";
import { formatBytes } from "#ui/format.ts";
import { Track } from "#ui/track.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { FilmStrip } from "./film-strip.tsx";

const words = ["Upload once.", "Cozy up.", "Travel."];
const wordSeconds = 3;
const percentPerSecond = 30;
/** The example whose delivery the strip shows. */
const exampleBytes = 2_120_000_000;
const publishing = trackSteps.indexOf("publishing");

/** The product in one drawing: a video's way along the track, counted in percent (specification, section 9). */
export function Hero() {
  const still = useMediaQuery("(prefers-reduced-motion: reduce)");
  const word = useRotation(still);
  const percent = useCount(still);
  const sent = formatBytes((exampleBytes * percent) / 100);
  return (
    <section
      aria-labelledby="promise"
      className="mx-auto max-w-360 px-4 pt-10 pb-16 sm:px-6 wide:px-10 wide:pt-18"
    >
      <div className="flex flex-col gap-8 wide:flex-row wide:items-start wide:justify-between">
        <h1 id="promise" className="font-hero text-hero">
          <span className="sr-only">{words.join(" ")}</span>
          <span aria-hidden className="block">
            {words[word]}
          </span>
          <span aria-hidden className="block text-faint">
            {words[(word + 1) % words.length]}
          </span>
        </h1>
        <div className="max-w-88 text-lg text-soft wide:pt-3">
          <p>
            Your editor uploads the cut. You watch it, frame by frame, and say yes.{" "}
            <strong className="font-medium text-ink">Reelay hands it to YouTube.</strong> Nobody downloads or
            uploads a second time.
          </p>
          <Link to="/auth" className={buttonClass("signal", "large", "mt-6")}>
            Get started
          </Link>
        </div>
      </div>
      <Track
        variant="full"
        className="mt-12 wide:mt-16"
        steps={trackSteps}
        position={percent === 100 ? trackSteps.length : publishing + percent / 100}
        tone={percent === 100 ? "done" : "live"}
        label="A video's way: assigned, in review, approved, publishing, published"
      >
        <FilmStrip share={percent === 100 ? 1 : (publishing + percent / 100) / trackSteps.length} />
        <p className="numerals mt-3 flex flex-wrap justify-between gap-x-6 text-sm text-soft">
          <span>Example: a film of 8 minutes</span>
          <span className={percent === 100 ? "text-go" : "text-tally"}>
            {percent} % · {sent} of {formatBytes(exampleBytes)}
          </span>
        </p>
      </Track>
    </section>
  );
}

function useRotation(still: boolean): number {
  const [word, setWord] = useState(0);
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setWord((shown) => (shown + 1) % words.length), wordSeconds * 1000);
    return () => clearInterval(timer);
  }, [still]);
  return word;
}

function useCount(still: boolean): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (still) return;
    const began = performance.now();
    const timer = setInterval(() => {
      const reached = Math.min(100, Math.floor(((performance.now() - began) / 1000) * percentPerSecond));
      setPercent(reached);
      if (reached === 100) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [still]);
  return still ? 100 : percent;
}
