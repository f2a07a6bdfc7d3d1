import { Link } from "react-router";

import { buttonClass } from "#ui/button-class.ts";
import { Track } from "#ui/track.tsx";

import { container } from "../container.ts";
import { Footer } from "../footer.tsx";
import { previewPicture } from "../landing/feature-pictures.ts";
import { type PictureFiles, ProductPicture } from "../landing/product-picture.tsx";
import { ReviewTools } from "../landing/review-tools.tsx";
import { steps } from "../landing/steps.ts";
import { useFirstTaskPath } from "../landing/use-first-task-path.ts";
import {
  detailsPicture,
  progressPicture,
  publishedPicture,
  tasksPicture,
} from "../landing/workflow-pictures.ts";

interface Step {
  title: string;
  who: string;
  text: string[];
  files: PictureFiles;
  /** Describes the picture. */
  alt: string;
}

const workflow: Step[] = [
  {
    title: "Create and assign a task",
    who: "You, then your editor",
    text: [
      "Write the brief, set a deadline, attach the files your editor needs, and assign the task. Besides the two of you, only the managers of your team and people whom you add to the task can see it.",
      "Your editor uploads the video from the task. After a dropped connection or a reload, the upload resumes where it stopped.",
    ],
    files: tasksPicture,
    alt: "The tasks of a creator, each with its deadline and the stage it is in",
  },
  {
    title: "Review the video",
    who: "You",
    text: [
      "We notify you when a version is ready to watch. Comment on its frames, then approve it or request changes.",
      "Each upload is a new version. A version expires after 10 hours by default; you can extend that once. When it expires, the video is deleted and your editor has to upload it again.",
    ],
    files: previewPicture,
    alt: "A version in the player with a comment drawn on its frame, the list of comments, and the Approve and Reject buttons",
  },
  {
    title: "Add the details",
    who: "You",
    text: [
      "An approved version no longer expires. Add the title, description, tags and thumbnail, state whether the video is made for kids, and choose its visibility.",
      "Then allow Reelay to upload to your channel. You see the channel's name and picture before the upload starts.",
    ],
    files: detailsPicture,
    alt: "The form with the title, the description, the tags and the visibility on YouTube",
  },
  {
    title: "The server publishes it",
    who: "Reelay",
    text: [
      "The server uploads the original file to YouTube as a private video, sets the thumbnail, and then applies the visibility you chose.",
      "Follow the progress, or close your laptop. Publishing doesn't need your browser.",
    ],
    files: progressPicture,
    alt: "A video that is being published, with the bytes sent and the remaining steps",
  },
  {
    title: "It is on your channel",
    who: "Your audience",
    text: ["The task links to the published video and moves to the completed tasks of you and your editor."],
    files: publishedPicture,
    alt: "The completed tasks, with links to the published videos",
  },
];

/** The five steps from the brief to the published video. */
export function Working() {
  const firstTaskPath = useFirstTaskPath();
  return (
    <>
      <title>How it works · Reelay</title>
      <main id="content" tabIndex={-1}>
        <header className={`${container} pt-12 pb-14 wide:pt-20`}>
          <h1 className="max-w-4xl font-hero text-[clamp(3.25rem,8vw,6.5rem)] leading-[0.9]">
            From brief to channel in five steps.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-soft">
            Every video in Reelay goes through the same five stages. The playhead shows its current stage.
          </p>
        </header>
        <ol className={container}>
          {workflow.map((step, index) => (
            <li key={step.title} className="border-t py-12 wide:py-16">
              <WorkflowStep step={step} index={index} />
            </li>
          ))}
        </ol>
        <ReviewTools />
        <section className={`${container} mt-16 border-t py-16`}>
          <h2 className="font-heading text-4xl">Create your first task</h2>
          <Link to={firstTaskPath} className={buttonClass("primary", "large", "mt-6")}>
            Get Started
          </Link>
        </section>
      </main>
      <Footer />
    </>
  );
}

function WorkflowStep({ step, index }: { step: Step; index: number }) {
  const last = index === workflow.length - 1;
  return (
    <article className="grid gap-x-16 gap-y-8 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]">
      <div>
        <p className="numerals text-sm text-soft">
          {index + 1} of {workflow.length} · {steps[index]}
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
      <ProductPicture files={step.files} alt={step.alt} />
    </article>
  );
}
