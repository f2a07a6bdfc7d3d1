import { Link } from "react-router";

import type { Progress } from "#modules/publishing/contract/deliveries.ts";
import { previewPath } from "#modules/review/rules.ts";

import { CancelDelivery } from "./cancel-delivery.tsx";
import { RecoveryButtons } from "./recovery-buttons.tsx";
import { failureMessages } from "./use-delivery.ts";

/** Why a delivery has ended without a publication, with its recovery actions. */
export function ProblemPanel({ progress }: { progress: Progress }) {
  const { failedStage, headline, problem, taskId, deliveryId, cancelled, cancellable } = progress;
  const failed = failedStage && failedStage in failureMessages ? failedStage : "VIDEO_UPLOAD";
  return (
    <section role="alert" className={`mt-8 border-l-2 pl-4 ${cancelled ? "border-edge" : "border-fault"}`}>
      <h2 className="font-heading text-2xl first-letter:uppercase">
        {headline ?? failureMessages[failed as keyof typeof failureMessages]}
      </h2>
      <VisibilityDifference progress={progress} />
      {problem && <p className="mt-2 max-w-prose">{problem}</p>}
      <RecoveryButtons delivery={progress} taskId={taskId}>
        {cancellable && <CancelDelivery taskId={taskId} deliveryId={deliveryId} />}
      </RecoveryButtons>
      <p className="mt-5">
        <Link to={previewPath(taskId)} className="link">
          Go Back To Video Preview Page
        </Link>
      </p>
    </section>
  );
}

function VisibilityDifference({
  progress: { visibility, publishAt, shownVisibility },
}: {
  progress: Progress;
}) {
  if (shownVisibility === null) return null;
  return (
    <p className="mt-2">
      You chose <strong>{publishAt ? "scheduled" : visibility}</strong>, the platform set{" "}
      <strong>{shownVisibility}</strong>.
    </p>
  );
}
