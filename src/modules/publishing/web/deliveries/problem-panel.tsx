import { Link } from "react-router";

import { previewPath } from "#core/paths.ts";
import type { DeliveryProgress } from "#modules/publishing/contract/deliveries.ts";

import { failureMessage } from "./announcements.ts";
import { CancelDelivery } from "./cancel-delivery.tsx";
import { DeliveryRecovery } from "./delivery-recovery.tsx";

/** The problem of a delivery that has ended without a publication, with its recovery actions. */
export function ProblemPanel({ taskId, delivery }: { taskId: number; delivery: DeliveryProgress }) {
  const { headline, problem, deliveryId, cancelled, cancellable } = delivery;
  return (
    <section role="alert" className={`mt-8 border-l-2 pl-4 ${cancelled ? "border-edge" : "border-fault"}`}>
      <h2 className="font-heading text-2xl first-letter:uppercase">{headline ?? failureMessage(delivery)}</h2>
      <VisibilityDifference delivery={delivery} />
      {problem && <p className="mt-2 max-w-prose">{problem}</p>}
      <DeliveryRecovery delivery={delivery} taskId={taskId}>
        {cancellable && <CancelDelivery taskId={taskId} deliveryId={deliveryId} />}
      </DeliveryRecovery>
      <p className="mt-5">
        <Link to={previewPath(taskId)} className="link">
          Go Back To Video Preview Page
        </Link>
      </p>
    </section>
  );
}

function VisibilityDifference({
  delivery: { visibility, publishAt, shownVisibility },
}: {
  delivery: DeliveryProgress;
}) {
  if (shownVisibility === null) return null;
  return (
    <p className="mt-2">
      You chose <strong>{publishAt ? "scheduled" : visibility}</strong>, the platform set{" "}
      <strong>{shownVisibility}</strong>.
    </p>
  );
}
