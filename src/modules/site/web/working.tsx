import type { ReactNode } from "react";
import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Track } from "#ui/track.tsx";

import { container } from "./container.ts";
import {
  CardDrawing,
  DeliveryDrawing,
  DetailsDrawing,
  PublishedDrawing,
  ReviewDrawing,
  steps,
  UploadDrawing,
} from "./drawings.tsx";
import { Footer } from "./footer.tsx";
import { PageHead } from "./page-head.tsx";

interface Step {
  title: string;
  who: string;
  text: string[];
  drawing: ReactNode;
}

const told: Step[] = [
  {
    title: "You hand over the work",
    who: "You, then your editor",
    text: [
      "Write the brief, choose a date, attach what the editor needs, and assign them. Only the two of you can see the task.",
      "Your editor uploads the cut from the card. A lost line or a reload doesn't start it over: the same file continues where it stopped.",
    ],
    drawing: (
      <div className="grid gap-4">
        <CardDrawing />
        <UploadDrawing />
      </div>
    ),
  },
  {
    title: "You watch it",
    who: "You",
    text: [
      "You are told when the version can be watched. Play it in the browser, then approve it, or send it back with what should change.",
      "Each new upload is a new version. A version waits for you 10 hours by default; you can extend that once. After it the video is deleted and your editor uploads again.",
    ],
    drawing: <ReviewDrawing />,
  },
  {
    title: "You say what it is called",
    who: "You",
    text: [
      "Approving stops the clock. Give the video its title, description, tags and thumbnail, say whether it is made for kids, and choose who may see it.",
      "Then allow Reelay to upload to your channel. You see the channel's name and picture before anything starts.",
    ],
    drawing: <DetailsDrawing />,
  },
  {
    title: "The server delivers it",
    who: "Reelay",
    text: [
      "The file your editor uploaded goes to YouTube as it is: first private, then with its thumbnail, then as visible as you chose.",
      "Follow it byte by byte, or close the laptop. The delivery doesn't need your browser.",
    ],
    drawing: <DeliveryDrawing />,
  },
  {
    title: "It is on your channel",
    who: "Everyone you chose",
    text: ["The card shows where to watch it, and moves to the completed tasks of you both."],
    drawing: <PublishedDrawing />,
  },
];

/** How a video travels: the five stretches of the track, one after the other. */
export function Working() {
  return (
    <>
      <PageHead
        title="How it works · Reelay"
        description="From the brief to your channel in five steps: assign an editor, watch the cut, name it, let the server deliver it, published."
      />
      <main id="content" tabIndex={-1}>
        <header className={`${container} pt-12 pb-14 wide:pt-20`}>
          <h1 className="max-w-4xl font-hero text-[clamp(3.25rem,8vw,6.5rem)] leading-[0.9]">
            One track, from brief to channel.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-soft">
            Every video in Reelay travels along the same five stretches. The playhead shows where it is, and
            whose turn it is.
          </p>
        </header>
        <ol className={container}>
          {told.map((step, index) => (
            <li key={step.title} className="border-t py-12 wide:py-16">
              <ToldStep step={step} index={index} />
            </li>
          ))}
        </ol>
        <section className={`${container} border-t py-16`}>
          <h2 className="font-heading text-4xl">Hand over the first one.</h2>
          <Link to="/auth" className={buttonClass("primary", "large", "mt-6")}>
            Get Started
          </Link>
        </section>
      </main>
      <Footer />
    </>
  );
}

function ToldStep({ step, index }: { step: Step; index: number }) {
  const last = index === told.length - 1;
  return (
    <article className="grid gap-x-16 gap-y-8 wide:grid-cols-[minmax(0,1fr)_30rem]">
      <div>
        <p className="numerals text-sm text-soft">
          {index + 1} of {told.length} · {steps[index]}
        </p>
        <Track
          steps={steps}
          position={last ? steps.length : index + 0.5}
          tone={last ? "done" : "idle"}
          label=""
          className="mt-1 max-w-xl"
        />
        <h2 className="mt-6 font-heading text-4xl">{step.title}</h2>
        <p className="numerals mt-2 text-sm text-soft">{step.who}</p>
        <div className="mt-5 flex max-w-xl flex-col gap-4 text-lg text-soft">
          {step.text.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
      {step.drawing}
    </article>
  );
}
