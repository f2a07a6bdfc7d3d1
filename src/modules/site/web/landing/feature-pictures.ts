import type { PictureFiles } from "./product-picture.tsx";

/** Created by `npm run screenshots`; apart from the other pictures, whose names the landing page would load. */
export const createTaskPicture: PictureFiles = import.meta.glob("../pictures/create-task-*", {
  eager: true,
  import: "default",
});
export const messagesPicture: PictureFiles = import.meta.glob("../pictures/messages-*", {
  eager: true,
  import: "default",
});
export const previewPicture: PictureFiles = import.meta.glob("../pictures/preview-*", {
  eager: true,
  import: "default",
});
