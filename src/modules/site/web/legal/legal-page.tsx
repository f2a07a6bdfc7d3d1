import { ArrowUp } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { classNames } from "#ui/class-names.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Logo } from "#ui/logo.tsx";
import { SkipLink } from "#ui/skip-link.tsx";
import { ThemeMenu } from "#ui/theme-menu.tsx";

import { container } from "../container.ts";
import { Footer } from "../footer.tsx";
import { useCurrentSection } from "./use-current-section.ts";

/** Date of the last change to the text of a legal page. */
const updatedOn = "2026-11-29";
const updatedText = new Date(updatedOn).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** One section of a legal page; `id` is its URL fragment. */
export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  /** Shown below the title. */
  summary: string;
  sections: readonly LegalSection[];
}

/** A legal page with a table of contents, without the app's top bar. */
export function LegalPage({ title, summary, sections }: LegalPageProps) {
  return (
    <>
      <header className="border-b">
        <SkipLink />
        <div className={`${container} flex h-15 items-center justify-between gap-4 wide:h-18`}>
          <Link to="/" className="flex min-h-11 items-center">
            <Logo />
          </Link>
          <div className="flex items-center gap-2">
            <Link to="/" className={buttonClass("quiet")}>
              Back to home
            </Link>
            <ThemeMenu />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={`${container} py-12 wide:py-16`}>
        <h1 className="font-hero text-[clamp(3rem,7vw,5.5rem)] leading-[0.92]">{title}</h1>
        <p className="mt-5 max-w-2xl text-lg text-soft">{summary}</p>
        <p className="numerals mt-4 text-sm text-soft">
          Last updated <time dateTime={updatedOn}>{updatedText}</time>
        </p>
        <div className="mt-10 grid gap-x-16 gap-y-10 wide:grid-cols-[15rem_minmax(0,1fr)]">
          <Contents sections={sections} />
          <div className="max-w-2xl">
            {sections.map(({ id, title: heading, body }) => (
              <section
                key={id}
                id={id}
                aria-labelledby={`${id}-heading`}
                className="scroll-mt-6 border-t py-8 first:border-t-0 first:pt-0"
              >
                <h2 id={`${id}-heading`} className="font-heading text-2xl">
                  {heading}
                </h2>
                <div className="mt-4 flex flex-col gap-4 text-soft [&_li]:mt-1.5 [&_ul]:list-disc [&_ul]:pl-5">
                  {body}
                </div>
              </section>
            ))}
          </div>
        </div>
      </main>
      <Footer />
      <BackToTop />
    </>
  );
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav aria-label="Contents" className="self-start wide:sticky wide:top-8">
      <ol className="border-l">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={classNames(
                "-ml-px flex min-h-9 items-center border-l-2 py-1 pl-4 text-sm transition-colors hover:text-ink pointer-coarse:min-h-11",
                id === current ? "border-ink font-medium text-ink" : "border-transparent text-soft",
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Shown after scrolling down by a screen. */
function BackToTop() {
  const [scrolled, setScrolled] = useState(false);
  const top = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!top.current) return;
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry?.isIntersecting === false));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, []);
  const scrollToTop = () => {
    window.scrollTo(0, 0);
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return (
    <>
      <span ref={top} aria-hidden className="absolute top-0 h-dvh w-px" />
      {scrolled && (
        <IconButton
          label="Back to top"
          icon={<ArrowUp className="size-5" aria-hidden />}
          variant="primary"
          size="large"
          onClick={scrollToTop}
          className="fixed right-4 bottom-4 z-20 sm:right-6 sm:bottom-6"
        />
      )}
    </>
  );
}
