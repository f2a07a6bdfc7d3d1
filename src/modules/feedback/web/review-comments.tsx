import { lazy, Suspense, useState } from "react";

import type { PreviewExtension, PreviewExtras } from "#modules/review/web/preview-screen.tsx";
import { useUser } from "#modules/sign-in/web/session.tsx";

import { mayComment } from "../rules.ts";
import { LoadingComments } from "./loading-comments.tsx";

const VersionComments = lazy(async () => ({
  default: (await import("./version-comments.tsx")).VersionComments,
}));

const tab = { value: "comments", label: "Comments" };
const loading: PreviewExtras = { marks: [], tab: { ...tab, content: <LoadingComments /> } };
const notInReview: PreviewExtras = {
  marks: [],
  tab: { ...tab, content: <p className="text-soft">You can comment as soon as the version is in review.</p> },
};

/** Adds the comments on the shown version to the preview. They are loaded after the picture. */
export function ReviewComments({ children, ...props }: PreviewExtension) {
  const user = useUser();
  const [extras, setExtras] = useState(loading);
  const { version } = props.preview;
  const commented = version && mayComment(version.state) ? version.number : null;
  // The same elements in both cases, so that the player stays when the review begins.
  return (
    <>
      {children(commented === null ? notInReview : extras)}
      {user && commented !== null && (
        <Suspense>
          <VersionComments {...props} user={user} version={commented} onExtras={setExtras} />
        </Suspense>
      )}
    </>
  );
}
