import { Link } from "react-router";

import { howItWorksPath } from "#core/paths.ts";
import { getStartedPath } from "#modules/sign-in/web/public/sign-in-options.ts";
import { buttonClass } from "#ui/button-class.ts";

import { container } from "../container.ts";
import { Footer } from "../footer.tsx";
import { FileTransferList, type FileTransfer } from "../landing/file-transfers.tsx";

const gigabytes = 2.12;

const before: FileTransfer[] = [
  { version: "version 1", route: "editor to a shared drive" },
  { version: "version 1", route: "shared drive to you" },
  { version: "version 2", route: "editor to a shared drive" },
  { version: "version 2", route: "shared drive to you" },
  { version: "version 3", route: "editor to a shared drive" },
  { version: "version 3", route: "shared drive to you" },
  { version: "version 3", route: "you to YouTube" },
];

const after: FileTransfer[] = [
  { version: "version 1", route: "editor to Reelay" },
  { version: "version 2", route: "editor to Reelay" },
  { version: "version 3", route: "editor to Reelay" },
];

const answers = [
  {
    problem: "You transfer the same file again and again.",
    answer: "Your editor uploads each version once. The server sends the approved one to YouTube.",
  },
  {
    problem: "You share access to your channel just so your editor can upload.",
    answer: "Your editor never has access to your channel. You approve and give consent; the server uploads.",
  },
  {
    problem: "Nobody knows which of the four files in the folder is final.",
    answer:
      "Each task has one current version. The file you approve is the file that is published, byte for byte.",
  },
  {
    problem: "Your laptop has to stay open all night.",
    answer: "Publishing runs on the server. Interrupted uploads resume where they stopped.",
  },
];

export function WhatWeSolve() {
  return (
    <>
      <title>What we solve · Reelay</title>
      <main id="content" tabIndex={-1}>
        <header className={`${container} pt-12 pb-14 wide:pt-20`}>
          <h1 className="max-w-5xl font-hero text-[clamp(3.25rem,8vw,6.5rem)] leading-[0.9]">
            One video, seven transfers.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-soft">
            Your editor uploads each version to a shared drive, and you download it to review it. At the end
            you upload the final version to YouTube yourself. Most of that time is spent waiting.
          </p>
        </header>
        <div className={`${container} grid gap-x-16 gap-y-12 wide:grid-cols-2`}>
          <FileTransferList
            heading="Without Reelay"
            transfers={before}
            gigabytes={gigabytes}
            maxTransfers={before.length}
            tone="soft"
          />
          <FileTransferList
            heading="With Reelay"
            transfers={after}
            gigabytes={gigabytes}
            maxTransfers={before.length}
            tone="ink"
          >
            You review in the browser, and the server uploads the approved version to YouTube.
          </FileTransferList>
        </div>
        <p className={`${container} mt-6 text-sm text-soft`}>
          Example: a {gigabytes} GB video in three versions. Only uploads and downloads over your own or your
          editor's connection are counted.
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
            <Link to={getStartedPath()} className={buttonClass("primary", "large")}>
              Get Started
            </Link>
            <Link to={howItWorksPath} className={buttonClass("outline", "large")}>
              How it works
            </Link>
          </div>
        </section>
      </main>
      <Footer />
    </>
  );
}
