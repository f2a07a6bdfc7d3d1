import { container } from "./container.ts";
import { CardDrawing, ReviewDrawing, ReadyDrawing } from "./drawings.tsx";

const features = [
  {
    title: "Create a task, assign an editor",
    text: "The brief, the date, the reference files and the planned title, in one place. Your editor sees the card the moment you save it.",
    drawing: <CardDrawing />,
  },
  {
    title: "Get notified when it is ready",
    text: "The upload goes on after a lost line or a reload. You are told when the cut can be watched, not before.",
    drawing: <ReadyDrawing />,
  },
  {
    title: "Preview and publish",
    text: "Watch it, send it back with a reason, or approve it. The server delivers the very file your editor uploaded.",
    drawing: <ReviewDrawing />,
  },
];

/** The three sections that the top navigation's "Features" leads to. */
export function Features() {
  return (
    <section id="features" aria-label="Features" className={`${container} scroll-mt-24`}>
      <div className="grid gap-x-10 gap-y-14 wide:grid-cols-3">
        {features.map(({ title, text, drawing }) => (
          <article key={title} className="flex flex-col border-t pt-5">
            <h2 className="font-heading text-2xl">{title}</h2>
            <p className="mt-2 mb-6 max-w-prose text-soft">{text}</p>
            <div className="mt-auto grid wide:min-h-68">{drawing}</div>
          </article>
        ))}
      </div>
    </section>
  );
}
