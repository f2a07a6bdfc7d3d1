import { Link } from "react-router";

import { whatWeSolvePath } from "#core/paths.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Perforations } from "#ui/perforations.tsx";

import { container } from "../container.ts";
import { Footer } from "../footer.tsx";
import { Features } from "../landing/features.tsx";
import { Hero } from "../landing/hero.tsx";
import { useFirstTaskPath } from "../landing/use-first-task-path.ts";

export function Landing() {
  const firstTaskPath = useFirstTaskPath();
  return (
    <>
      <title>Reelay: upload once, review, publish</title>
      <main id="content" tabIndex={-1}>
        <Hero />
        {/* Target of the "Features" link in the top navigation. */}
        <div id="features" className="scroll-mt-24">
          <Features />
        </div>
        <section className={`${container} pt-24 pb-24`}>
          <Perforations />
          <div className="mt-14 flex flex-col gap-8 wide:flex-row wide:items-end wide:justify-between">
            <h2 className="max-w-3xl font-hero text-4xl tracking-tight sm:text-[clamp(2.75rem,6vw,5rem)] sm:leading-[0.95]">
              No re-uploads.
              <br />
              No wasted internet.
              <br />
              One approval.
            </h2>
            <div className="flex flex-wrap gap-3">
              <Link to={firstTaskPath} className={buttonClass("primary", "large")}>
                Create your first task
              </Link>
              <Link to={whatWeSolvePath} className={buttonClass("outline", "large")}>
                What we solve
              </Link>
            </div>
          </div>
        </section>
      </main>
      <Footer />
    </>
  );
}
