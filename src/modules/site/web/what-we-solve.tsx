import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";

import { container } from "./container.ts";
import { Footer } from "./footer.tsx";
import { PageHead } from "./page-head.tsx";
import { TripList, type Trip } from "./trips.tsx";

const gigabytes = 2.12;

const before: Trip[] = [
  { version: "version 1", way: "editor to a shared drive" },
  { version: "version 1", way: "shared drive to you" },
  { version: "version 2", way: "editor to a shared drive" },
  { version: "version 2", way: "shared drive to you" },
  { version: "version 3", way: "editor to a shared drive" },
  { version: "version 3", way: "shared drive to you" },
  { version: "version 3", way: "you to YouTube" },
];

const after: Trip[] = [
  { version: "version 1", way: "editor to Reelay" },
  { version: "version 2", way: "editor to Reelay" },
  { version: "version 3", way: "editor to Reelay" },
];

const answers = [
  {
    problem: "The same file crosses your line again and again.",
    answer: "Your editor uploads each version once. The server sends the approved one to YouTube.",
  },
  {
    problem: "Handing somebody the keys to your channel just so they can upload.",
    answer: "Your editor never touches your channel. You approve, you consent, the server uploads.",
  },
  {
    problem: "Which of the four files in the folder is the final one?",
    answer: "A task has one current version. What you approved is what is published, byte for byte.",
  },
  {
    problem: "A laptop that must stay open all night.",
    answer: "Deliveries run on the server. An upload that was cut off continues where it stopped.",
  },
];

/** The problem and the answer. */
export function WhatWeSolve() {
  return (
    <>
      <PageHead
        title="What we solve · Reelay"
        description="An edited video is downloaded and uploaded over and over before it is published. With Reelay the editor uploads it once."
      />
      <main id="content" tabIndex={-1}>
        <header className={`${container} pt-12 pb-14 wide:pt-20`}>
          <h1 className="max-w-5xl font-hero text-[clamp(3.25rem,8vw,6.5rem)] leading-[0.9]">
            The same file, seven times.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-soft">
            An editor finishes a cut. It goes up to a drive, down to you, back with notes, up and down again,
            and at the end you upload it once more. Most of that is waiting.
          </p>
        </header>
        <div className={`${container} grid gap-x-16 gap-y-12 wide:grid-cols-2`}>
          <TripList heading="By hand" trips={before} gigabytes={gigabytes} most={before.length} tone="soft" />
          <TripList heading="With Reelay" trips={after} gigabytes={gigabytes} most={before.length} tone="ink">
            You watch in the browser, and the server takes the approved version to YouTube.
          </TripList>
        </div>
        <p className={`${container} mt-6 text-sm text-soft`}>
          Example: a film of {gigabytes} GB in three versions, counting whole files that somebody's own
          connection has to carry.
        </p>
        <section aria-labelledby="answers" className={`${container} py-20`}>
          <h2 id="answers" className="font-heading text-4xl">
            What changes for you
          </h2>
          <dl className="mt-8">
            {answers.map(({ problem, answer }) => (
              <div key={problem} className="grid gap-x-16 gap-y-2 border-t py-6 wide:grid-cols-2">
                <dt className="text-lg text-soft">{problem}</dt>
                <dd className="text-lg">{answer}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link to="/auth" className={buttonClass("primary", "large")}>
              Get Started
            </Link>
            <Link to="/working" className={buttonClass("outline", "large")}>
              How it works
            </Link>
          </div>
        </section>
      </main>
      <Footer />
    </>
  );
}
