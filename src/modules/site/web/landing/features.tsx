import { container } from "../container.ts";
import { createTaskPicture, messagesPicture, previewPicture } from "./feature-pictures.ts";
import { ProductPicture } from "./product-picture.tsx";
import { ReviewTools } from "./review-tools.tsx";

const features = [
  {
    title: "Create Task / Assign Editor",
    text: "Brief, deadline, reference files and planned title in one place. Your editor sees the task at once.",
    files: createTaskPicture,
    alt: "The form of a task with its description, deadline and editor",
  },
  {
    title: "Get Notified When Task is Completed",
    text: "Uploads resume after a dropped connection. You are notified in Reelay, by push and by email.",
    files: messagesPicture,
    alt: "A conversation with an editor",
  },
  {
    title: "Preview and Publish",
    text: "Comment on frames, compare versions and ask guests by a link. Approve, and the server publishes the exact file your editor uploaded.",
    files: previewPicture,
    alt: "A comment drawn on a frame in the player, and the list of comments",
  },
];

/** The three features, and the tools of a review. */
export function Features() {
  return (
    <>
      <div className={`${container} flex flex-col gap-y-16 wide:gap-y-24`}>
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
      <ReviewTools />
    </>
  );
}
