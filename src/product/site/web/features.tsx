import { Perforations } from "#ui/perforations.tsx";

const features = [
  {
    title: "Create a task, assign an editor",
    text: "The brief, the date, the reference files and the planned title, in one place. Your editor sees the card the moment you save it.",
  },
  {
    title: "Get told when it is ready",
    text: "The editor's upload continues after a lost line, a reload or a closed laptop. You hear about it when the cut can be watched, not before.",
  },
  {
    title: "Preview and publish",
    text: "Watch it, send it back with a reason, or approve it. The server delivers the very file the editor uploaded, and you follow every byte to your channel.",
  },
];

/** The three sections that the top navigation's "Features" leads to. */
export function Features() {
  return (
    <section
      id="features"
      aria-label="Features"
      className="mx-auto max-w-360 scroll-mt-20 px-4 sm:px-6 wide:px-10"
    >
      <div className="grid gap-8 wide:grid-cols-3 wide:gap-10">
        {features.map(({ title, text }) => (
          <article key={title} className="border-t pt-5">
            <h2 className="font-heading text-xl">{title}</h2>
            <p className="mt-2 max-w-prose text-soft">{text}</p>
          </article>
        ))}
      </div>
      <Perforations className="mt-16" />
    </section>
  );
}
