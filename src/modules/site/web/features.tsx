import { container } from "./container.ts";
import { createTaskPicture, messagesPicture, previewPicture } from "./feature-pictures.ts";
import { ProductPicture } from "./product-picture.tsx";

const features = [
  {
    title: "Create Task / Assign Editor",
    text: "The brief, the deadline, the reference files and the planned title in one place. Your editor sees the task as soon as you save it.",
    files: createTaskPicture,
    alt: "The Create Task form with the title, the description, the deadline and the editor of a video",
  },
  {
    title: "Get Notified When Task is Completed",
    text: "Uploads resume after a dropped connection or a reload. As soon as a version is ready to watch, you are notified in Reelay, by push and by email. Talk to your editor right there.",
    files: messagesPicture,
    alt: "A conversation with an editor, with messages about uploaded and published versions between the others",
  },
  {
    title: "Preview and Publish",
    text: "Comment on single frames and draw on the picture, then approve the version or request changes. The server publishes the exact file your editor uploaded.",
    files: previewPicture,
    alt: "A version in the player with a comment drawn on its frame, the list of comments, and the Approve and Reject buttons",
  },
];

/** The three features; target of the "Features" link in the top navigation. */
export function Features() {
  return (
    <div id="features" className={`${container} flex scroll-mt-24 flex-col gap-y-16 wide:gap-y-24`}>
      {features.map(({ title, text, files, alt }) => (
        <section
          key={title}
          aria-label={title}
          className="grid gap-x-16 gap-y-8 border-t pt-6 wide:grid-cols-[minmax(0,1fr)_minmax(0,1.9fr)]"
        >
          <div>
            <h2 className="font-heading text-4xl">{title}</h2>
            <p className="mt-4 max-w-prose text-lg text-soft">{text}</p>
          </div>
          <ProductPicture files={files} alt={alt} />
        </section>
      ))}
    </div>
  );
}
