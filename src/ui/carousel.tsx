/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the ARIA pattern of a carousel is made of groups. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";

import { IconButton } from "./icon-button.tsx";

interface CarouselProps {
  /** What is shown, for assistive technology. */
  label: string;
  slides: readonly { key: string; label: string; content: ReactNode }[];
  /** Index of the slide that is shown first. */
  startAt?: number;
  className?: string;
}

/**
 * One slide at a time: swipe, arrow keys, or the buttons. Scrolling snaps, so the browser does the moving. What plays
 * on a slide stops when another is shown.
 */
export function Carousel({ label, slides, startAt = 0, className }: CarouselProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(startAt);
  useLayoutEffect(() => {
    strip.current?.scrollTo({ left: startAt * strip.current.clientWidth, behavior: "instant" });
  }, [startAt]);
  const shown = Math.min(at, slides.length - 1);
  const show = (index: number) => {
    const next = Math.min(Math.max(0, index), slides.length - 1);
    strip.current?.scrollTo({ left: next * strip.current.clientWidth });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // In a video's own controls the arrows move through the video.
    if (event.target instanceof HTMLMediaElement) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(shown + step);
  };
  usePausedAway(strip, shown);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work on the buttons too.
    <section aria-roledescription="carousel" aria-label={label} className={className} onKeyDown={press}>
      <div
        ref={strip}
        role="group"
        aria-label={`${label}: slides`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget;
          setAt(Math.round(scrollLeft / clientWidth));
        }}
        className="flex scrollbar-none snap-x scroll-smooth snap-mandatory overflow-x-auto rounded-sm bg-raised"
      >
        {slides.map((slide, index) => (
          <div
            key={slide.key}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${slide.label}`}
            inert={index !== shown}
            className="flex w-full shrink-0 snap-center items-center justify-center"
          >
            {slide.content}
          </div>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-24 truncate text-sm text-soft">{slides[shown]?.label}</p>
        {slides.length > 1 && (
          <span className="ml-auto flex shrink-0 items-center gap-1">
            <span className="numerals mr-2 text-sm whitespace-nowrap text-soft">
              {shown + 1} / {slides.length}
            </span>
            <IconButton
              label="Previous"
              icon={<ChevronLeft className="size-5" />}
              aria-disabled={shown === 0}
              onClick={() => show(shown - 1)}
            />
            <IconButton
              label="Next"
              icon={<ChevronRight className="size-5" />}
              aria-disabled={shown === slides.length - 1}
              onClick={() => show(shown + 1)}
            />
          </span>
        )}
      </div>
    </section>
  );
}

/** Stops what plays on slides that are not shown. */
function usePausedAway(strip: RefObject<HTMLElement | null>, shown: number): void {
  useEffect(() => {
    for (const [index, slide] of [...(strip.current?.children ?? [])].entries()) {
      if (index === shown) continue;
      for (const media of slide.querySelectorAll("video, audio")) {
        if (media instanceof HTMLMediaElement) media.pause();
      }
    }
  }, [strip, shown]);
}
