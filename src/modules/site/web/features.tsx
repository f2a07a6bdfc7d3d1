import { container } from "./container.ts";
import { TaskCardIllustration, ReviewIllustration, ReadyIllustration } from "./illustrations.tsx";

const features = [
  {
    title: "Create a task, assign an editor",
    text: "The brief, the deadline, the reference files and the planned title in one place. Your editor sees the task as soon as you save it.",
    illustration: <TaskCardIllustration />,
  },
  {
    title: "Get notified when it is ready",
    text: "Uploads resume after a dropped connection or a reload. We notify you as soon as the version is ready to watch.",
    illustration: <ReadyIllustration />,
  },
  {
    title: "Preview and publish",
    text: "Watch the video, then approve it or request changes. The server publishes the exact file your editor uploaded.",
    illustration: <ReviewIllustration />,
  },
];

/** The three features; target of the "Features" link in the top navigation. */
export function Features() {
  return (
    <section id="features" aria-label="Features" className={`${container} scroll-mt-24`}>
      <div className="grid gap-x-10 gap-y-14 wide:grid-cols-3">
        {features.map(({ title, text, illustration }) => (
          <article key={title} className="flex flex-col border-t pt-5">
            <h2 className="font-heading text-2xl">{title}</h2>
            <p className="mt-2 mb-6 max-w-prose text-soft">{text}</p>
            <div className="mt-auto grid wide:min-h-68">{illustration}</div>
          </article>
        ))}
      </div>
    </section>
  );
}
