import { Link } from "react-router";

import { getStartedPath } from "#modules/sign-in/web/public/sign-in-options.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Perforations } from "#ui/perforations.tsx";

import { container } from "../container.ts";
import { Footer } from "../footer.tsx";

/** True on every server: those with a storage quota and those without a contact have the same page. */
const features = [
  "Any number of tasks and versions",
  "Collaborator management",
  "Full access to analytics",
  "Every feature included",
];

const questions = [
  {
    question: "Who needs an account?",
    answer:
      "You and each of your editors. All accounts are free, and there is no limit on editors. People who only review a version by your link need none.",
  },
  {
    question: "Do I need a credit card?",
    answer: "No. Reelay never asks for payment details.",
  },
  {
    question: "Does my editor get access to my channel?",
    answer: "No. You connect your channel and approve each video. The server uploads it for you.",
  },
  {
    question: "Can others act for me?",
    answer:
      "Yes. You invite managers to your team and choose whether they create tasks, review or publish. You can also require several approvals before a video is published.",
  },
  {
    question: "What do the analytics show?",
    answer:
      "Which moments of a published video lost viewers, beside the comments of its review; views and watch time by day; and how your team works, from the brief to the publication.",
  },
  {
    question: "How long are videos stored?",
    answer:
      "A version expires after 10 hours by default if you don't approve it. You can extend that once. Approved versions don't expire.",
  },
];

export function Pricing() {
  return (
    <>
      <title>Pricing · Reelay</title>
      <main id="content" tabIndex={-1} className={`${container} @container`}>
        {/* In two columns where they fit, also with larger text. */}
        <div className="grid gap-12 py-12 @4xl:grid-cols-[minmax(0,1fr)_30rem] @4xl:items-start @4xl:gap-20 wide:py-20">
          <div>
            <h1 className="font-hero text-[clamp(3.25rem,8vw,6.5rem)] leading-[0.9]">
              One plan.
              <br />
              Free to use.
            </h1>
            <p className="mt-6 max-w-md text-lg text-soft">
              Invite your editor and publish your first video together.
            </p>
          </div>
          <section aria-labelledby="plan" className="border bg-panel">
            <div className="p-6 sm:p-8">
              <h2 id="plan" className="font-heading text-3xl">
                Free Trial
              </h2>
              <p className="mt-6 flex items-baseline gap-3">
                <span className="font-heading text-[4rem] leading-none font-semibold tracking-tighter">
                  ₹0
                </span>
                <span className="text-soft">per month</span>
              </p>
            </div>
            <Perforations className="mx-6 sm:mx-8" />
            <div className="p-6 sm:p-8">
              <ul>
                {features.map((feature) => (
                  <li key={feature} className="flex items-center gap-3 border-b py-3 last:border-b-0">
                    <Check />
                    {feature}
                  </li>
                ))}
              </ul>
              <Link to={getStartedPath()} className={buttonClass("primary", "large", "mt-6 w-full")}>
                Get Started
              </Link>
            </div>
          </section>
        </div>
        <Questions />
      </main>
      <Footer />
    </>
  );
}

function Questions() {
  return (
    <section aria-labelledby="questions" className="pb-20">
      <h2 id="questions" className="font-heading text-4xl">
        Questions and answers
      </h2>
      <dl className="mt-8 grid gap-x-20 @4xl:grid-cols-2">
        {questions.map(({ question, answer }) => (
          <div key={question} className="border-t py-6">
            <dt className="font-heading text-xl">{question}</dt>
            <dd className="mt-2 max-w-prose text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Check() {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 shrink-0" fill="none" stroke="currentColor">
      <path d="m2.5 8.5 3.5 3.5 7.5-8" strokeWidth="2" />
    </svg>
  );
}
