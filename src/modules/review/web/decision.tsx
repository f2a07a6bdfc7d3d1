import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";

import { notifyThisClient } from "#core/web/realtime.ts";
import { taskChanged } from "#modules/tasks/realtime-messages.ts";
import { allows } from "#modules/tasks/rules.ts";
import { buttonClass } from "#ui/button-class.ts";
import { Button } from "#ui/button.tsx";
import { showErrorToast } from "#ui/error-toast.ts";

import type { Preview } from "../contract.ts";
import { approveVersion } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";

/** The creator's next step: Reject and Approve during review, then a link to publishing. */
export function Decision({ preview }: { preview: Preview }) {
  const { stage, taskId, version } = preview;
  const navigate = useNavigate();
  const [rejecting, setRejecting] = useState(false);
  const approve = useMutation({
    mutationFn: (number: number) => approveVersion(taskId, number),
    onSuccess: () => void navigate(`/task-update/${taskId}`),
    onError: (error) => {
      showErrorToast(error);
      notifyThisClient(taskChanged, { taskId });
    },
  });
  if (version?.state === "in_review" && allows(stage, "approve")) {
    return (
      <>
        <Button onClick={() => setRejecting(true)}>Reject</Button>
        <Button
          variant="signal"
          busy={(approve.isPending || approve.isSuccess) && "Approving..."}
          onClick={() => approve.mutate(version.number)}
        >
          Approve
        </Button>
        {rejecting && (
          <RejectDialog preview={preview} version={version.number} onClose={() => setRejecting(false)} />
        )}
      </>
    );
  }
  if (allows(stage, "start_publishing")) {
    return (
      <Link to={`/task-update/${taskId}`} className={buttonClass("primary")}>
        Publish details
      </Link>
    );
  }
  if (allows(stage, "publish")) {
    return (
      <Link to={`/check-progress/${taskId}`} className={buttonClass()}>
        Check progress
      </Link>
    );
  }
  return null;
}
