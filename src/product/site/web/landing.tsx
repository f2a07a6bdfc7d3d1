import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Logo } from "#ui/logo.tsx";

import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";

/** The start page (specification, section 2). */
export function Landing() {
  return (
    <>
      <main id="content" tabIndex={-1}>
        <title>Reelay: upload once, review, publish</title>
        <Hero />
        <Features />
        <section className="mx-auto max-w-360 px-4 py-20 sm:px-6 wide:px-10">
          <h2 className="max-w-2xl font-heading text-4xl">No re-uploads. No wasted internet. One yes.</h2>
          <Link to="/auth" className={buttonClass("primary", "large", "mt-6")}>
            Create your first task
          </Link>
        </section>
      </main>
      <footer className="border-t">
        <div className="mx-auto flex max-w-360 flex-wrap items-center justify-between gap-4 px-4 py-8 text-sm text-soft sm:px-6 wide:px-10">
          <Logo className="h-5" />
          <p>Upload once, review, publish.</p>
        </div>
      </footer>
    </>
  );
}
