/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the ARIA carousel pattern uses groups. */
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
  /** Name for assistive technology. */
  label: string;
  slides: readonly { key: string; label: string; content: ReactNode }[];
  /** Index of the initial slide. */
  startAt?: number;
  className?: string;
}

/**
 * Shows one slide at a time, changed by swiping, arrow keys or buttons. Media on a slide pauses when another slide is
 * shown.
 */
export function Carousel({ label, slides, startAt = 0, className }: CarouselProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(startAt);
  useLayoutEffect(() => {
    strip.current?.scrollTo({ left: startAt * strip.current.clientWidth, behavior: "instant" });
  }, [startAt]);
  const visibleIndex = Math.min(at, slides.length - 1);
  const show = (index: number) => {
    const next = Math.min(Math.max(0, index), slides.length - 1);
    strip.current?.scrollTo({ left: next * strip.current.clientWidth });
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // A player uses the arrow keys itself.
    if (event.target instanceof Element && event.target.closest("[data-arrow-keys]")) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(visibleIndex + step);
  };
  usePauseHiddenMedia(strip, visibleIndex);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons handle arrow keys too.
    <section aria-roledescription="carousel" aria-label={label} className={className} onKeyDown={press}>
      <div
        ref={strip}
        role="group"
        aria-label={`${label}: slides`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable elements must be focusable.
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
            inert={index !== visibleIndex}
            className="flex w-full shrink-0 snap-center items-center justify-center"
          >
            {slide.content}
          </div>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-24 truncate text-sm text-soft">{slides[visibleIndex]?.label}</p>
        {slides.length > 1 && (
          <span className="ml-auto flex shrink-0 items-center gap-1">
            <span className="numerals mr-2 text-sm whitespace-nowrap text-soft">
              {visibleIndex + 1} / {slides.length}
            </span>
            <IconButton
              label="Previous"
              icon={<ChevronLeft className="size-5" />}
              aria-disabled={visibleIndex === 0}
              onClick={() => show(visibleIndex - 1)}
            />
            <IconButton
              label="Next"
              icon={<ChevronRight className="size-5" />}
              aria-disabled={visibleIndex === slides.length - 1}
              onClick={() => show(visibleIndex + 1)}
            />
          </span>
        )}
      </div>
    </section>
  );
}

/** Pauses media on hidden slides. */
function usePauseHiddenMedia(strip: RefObject<HTMLElement | null>, shown: number): void {
  useEffect(() => {
    for (const [index, slide] of [...(strip.current?.children ?? [])].entries()) {
      if (index === shown) continue;
      for (const media of slide.querySelectorAll("video, audio")) {
        if (media instanceof HTMLMediaElement) media.pause();
      }
    }
  }, [strip, shown]);
}
