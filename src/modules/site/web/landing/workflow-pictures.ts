import type { PictureFiles } from "./product-picture.tsx";

/** Created by `npm run screenshots`. */
export const tasksPicture: PictureFiles = import.meta.glob("../pictures/tasks-*", {
  eager: true,
  import: "default",
});
export const detailsPicture: PictureFiles = import.meta.glob("../pictures/details-*", {
  eager: true,
  import: "default",
});
export const progressPicture: PictureFiles = import.meta.glob("../pictures/progress-*", {
  eager: true,
  import: "default",
});
export const publishedPicture: PictureFiles = import.meta.glob("../pictures/published-*", {
  eager: true,
  import: "default",
});
export const comparePicture: PictureFiles = import.meta.glob("../pictures/compare-*", {
  eager: true,
  import: "default",
});
export const guestPicture: PictureFiles = import.meta.glob("../pictures/guest-*", {
  eager: true,
  import: "default",
});
