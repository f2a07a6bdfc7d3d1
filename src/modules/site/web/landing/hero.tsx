import { useEffect, useState } from "react";
import { Link } from "react-router";

import { getStartedPath } from "#modules/sign-in/web/public/sign-in-options.ts";
import { counterPercent } from "#modules/site/rules/contact.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Track } from "#ui/track.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { container } from "../container.ts";
import { FilmStrip } from "./film-strip.tsx";
import { steps } from "./steps.ts";

const headlines = ["Upload once.", "Cozy up.", "Travel."];
const headlineSeconds = 3;
/** Size of the example video in gigabytes. */
const exampleSize = 2.12;
const publishingStep = 3;

/** The headline and an animated example of a video that is being published. */
export function Hero() {
  const reducedMotion = useMediaQuery("(prefers-reduced-motion: reduce)");
  const headline = useRotation(reducedMotion);
  const percent = useCount(reducedMotion);
  const published = percent === 100;
  const position = published ? steps.length : publishingStep + percent / 100;
  return (
    <section aria-labelledby="promise" className={`${container} pt-10 pb-20 wide:pt-18`}>
      <div className="flex flex-col gap-8 wide:flex-row wide:items-start wide:justify-between">
        <h1 id="promise" className="font-hero text-hero whitespace-nowrap">
          <span className="sr-only">{headlines.join(" ")}</span>
          <span aria-hidden className="block">
            {headlines[headline]}
          </span>
          <span aria-hidden className="block text-faint">
            {headlines[(headline + 1) % headlines.length]}
          </span>
        </h1>
        <div className="max-w-88 text-lg text-soft wide:pt-3">
          <p>
            Your editor uploads the video. You review and approve it in the browser.{" "}
            <strong className="font-medium text-ink">Reelay publishes it to YouTube.</strong>
          </p>
          <Link to={getStartedPath()} className={buttonClass("signal", "large", "mt-6")}>
            Get Started
          </Link>
        </div>
      </div>
      <Track
        variant="full"
        className="mt-12 wide:mt-16"
        steps={steps}
        position={position}
        tone={published ? "done" : "live"}
        label="Stages of a video"
      >
        <FilmStrip share={position / steps.length} />
      </Track>
      <p className="numerals mt-2 flex flex-wrap justify-between gap-x-6 text-sm text-soft">
        <span>Example: a {exampleSize} GB video</span>
        <span className={published ? "text-go" : "text-tally"}>
          {percent}% · {((exampleSize * percent) / 100).toFixed(2)} GB uploaded
        </span>
      </p>
    </section>
  );
}

function useRotation(reducedMotion: boolean): number {
  const [headline, setHeadline] = useState(0);
  useEffect(() => {
    if (reducedMotion) return;
    const timer = setInterval(
      () => setHeadline((shown) => (shown + 1) % headlines.length),
      headlineSeconds * 1000,
    );
    return () => clearInterval(timer);
  }, [reducedMotion]);
  return headline;
}

function useCount(reducedMotion: boolean): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (reducedMotion) return;
    const began = performance.now();
    const timer = setInterval(() => {
      const reached = counterPercent((performance.now() - began) / 1000);
      setPercent(reached);
      if (reached === 100) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [reducedMotion]);
  return reducedMotion ? 100 : percent;
}
