import { useState } from "react";

import { useUser } from "#modules/sign-in/web/session.tsx";
import { lazyCode } from "#ui/lazy-code.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useLazyCode } from "#ui/use-lazy-code.ts";

import { mayComment } from "../rules.ts";
import { LoadingComments, type PreviewExtension, type PreviewExtras } from "./loading-comments.tsx";

const versionComments = lazyCode(async () => (await import("./version-comments.tsx")).VersionComments);

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
  const { value: VersionComments, status, retry } = useLazyCode(versionComments, commented !== null);
  const failed = { ...loading, tab: { ...tab, content: <LoadFailure onRetry={retry} /> } };
  // The same elements in all cases, so that the player stays when the review begins.
  return (
    <>
      {children(commented === null ? notInReview : status === "failed" ? failed : extras)}
      {user && commented !== null && VersionComments && (
        <VersionComments {...props} user={user} version={commented} onExtras={setExtras} />
      )}
    </>
  );
}
