import { useEffect, useState } from "react";
import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Track } from "#ui/track.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";

import { countedPercent } from "../rules.ts";
import { container } from "./container.ts";
import { steps } from "./drawings.tsx";
import { FilmStrip } from "./film-strip.tsx";

const words = ["Upload once.", "Cozy up.", "Travel."];
const wordSeconds = 3;
/** The example whose delivery the strip shows, in gigabytes. */
const exampleSize = 2.12;
const publishing = 3;

/** The product in one drawing: a video's way along the track, counted in percent (specification, section 9). */
export function Hero() {
  const still = useMediaQuery("(prefers-reduced-motion: reduce)");
  const word = useRotation(still);
  const percent = useCount(still);
  const arrived = percent === 100;
  const position = arrived ? steps.length : publishing + percent / 100;
  return (
    <section aria-labelledby="promise" className={`${container} pt-10 pb-20 wide:pt-18`}>
      <div className="flex flex-col gap-8 wide:flex-row wide:items-start wide:justify-between">
        <h1 id="promise" className="font-hero text-hero whitespace-nowrap">
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
            Your editor uploads the cut. You watch it in the browser and say yes.{" "}
            <strong className="font-medium text-ink">Reelay hands it to YouTube.</strong> Nobody downloads it
            or uploads it a second time.
          </p>
          <Link to="/auth" className={buttonClass("signal", "large", "mt-6")}>
            Get Started
          </Link>
        </div>
      </div>
      <Track
        variant="full"
        className="mt-12 wide:mt-16"
        steps={steps}
        position={position}
        tone={arrived ? "done" : "live"}
        label="A video's way: assigned, in review, approved, publishing, published"
      >
        <FilmStrip share={position / steps.length} />
      </Track>
      <p className="numerals mt-2 flex flex-wrap justify-between gap-x-6 text-sm text-soft">
        <span>Example: a film of {exampleSize} GB</span>
        <span className={arrived ? "text-go" : "text-tally"}>
          {percent} % · {((exampleSize * percent) / 100).toFixed(2)} GB delivered
        </span>
      </p>
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
      const reached = countedPercent((performance.now() - began) / 1000);
      setPercent(reached);
      if (reached === 100) clearInterval(timer);
    }, 100);
    return () => clearInterval(timer);
  }, [still]);
  return still ? 100 : percent;
}
