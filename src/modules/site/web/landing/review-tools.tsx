import { container } from "../container.ts";
import { ProductPicture } from "./product-picture.tsx";
import { comparePicture, guestPicture } from "./workflow-pictures.ts";

const tools = [
  {
    title: "Compare two versions",
    text: "Side by side, with a wipe or as their difference, playing in step on the same frame.",
    files: comparePicture,
    alt: "Two versions of a frame with a wipe between them",
  },
  {
    title: "Ask people without an account",
    text: "Send a link to a client or a friend. They comment on frames, and never approve.",
    files: guestPicture,
    alt: "The page of a guest with the video and its comments",
  },
];

/** Tools of a review besides comments. */
export function ReviewTools() {
  return (
    <div className={`${container} mt-16 grid gap-x-10 gap-y-12 wide:mt-24 wide:grid-cols-2`}>
      {tools.map(({ title, text, files, alt }) => (
        <section
          key={title}
          aria-label={title}
          className="border-t pt-6 wide:row-span-3 wide:grid wide:grid-rows-subgrid wide:gap-y-0"
        >
          <h2 className="font-heading text-3xl">{title}</h2>
          <p className="mt-3 mb-6 max-w-prose text-soft">{text}</p>
          <ProductPicture files={files} alt={alt} className="self-start" />
        </section>
      ))}
    </div>
  );
}
