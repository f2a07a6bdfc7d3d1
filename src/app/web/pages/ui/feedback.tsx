import { useState } from "react";
import { toast } from "sonner";

import { AlertDialog } from "#ui/alert-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { Countdown } from "#ui/countdown.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { ExpandableText } from "#ui/expandable-text.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { Skeleton, SkeletonGroup, SkeletonText } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TrackNames } from "#ui/track-names.tsx";
import { Track } from "#ui/track.tsx";

import { Part, Row, Section } from "./section.tsx";

const steps = ["assigned", "in review", "approved", "publishing", "published"];
const minute = 60_000;
const nothing = () => undefined;

type Opened = "dialog" | "sheet" | "alert" | null;

export function Feedback() {
  const [opened, setOpened] = useState<Opened>(null);
  const [opensAt] = useState(() => Date.now());
  const close = () => setOpened(null);
  return (
    <Section title="Progress and feedback">
      <Part name="track full" wide>
        <Track variant="full" steps={steps} position={3.4} tone="live" label="Publishing" />
      </Part>
      <Part name="track compact, track-names">
        <Track steps={steps} position={0.5} label="Assigned" />
        <Track steps={steps} position={3.4} tone="live" label="Publishing" />
        <Track steps={steps} position={5} tone="done" label="Published" />
        <TrackNames track={{ steps, position: 1.5, label: "In review" }} />
      </Part>
      <Part name="progress-bar">
        <ProgressBar label="Upload" percent={0} />
        <ProgressBar label="Upload" percent={64} tone="live" />
        <ProgressBar label="Upload" percent={100} tone="done" />
        <ProgressBar label="Upload" percent={null} />
      </Part>
      <Part name="countdown, spinner">
        <Row>
          <Countdown until={new Date(opensAt + 600 * minute)} endText="Expired" />
          <Countdown until={new Date(opensAt + 20 * minute)} endText="Expired" />
          <Countdown until={new Date(opensAt - minute)} endText="Expired" />
          <Spinner label="Loading" />
        </Row>
      </Part>
      <Part name="skeleton">
        <SkeletonGroup label="Loading the tasks" className="flex gap-4">
          <Skeleton className="aspect-video w-32" />
          <SkeletonText lines={3} className="flex-1" />
        </SkeletonGroup>
      </Part>
      <Part name="empty-state">
        <EmptyState title="No tasks yet" action={<Button variant="primary">Create Task</Button>}>
          Tasks that you assign to an editor appear here.
        </EmptyState>
      </Part>
      <Part name="error-state">
        <ErrorState
          message="Failed to fetch the tasks"
          detail="The server did not respond."
          onRetry={nothing}
        />
        <ErrorState message="Failed to fetch the tasks" onRetry={nothing} retrying />
        <LoadFailure />
      </Part>
      <Part name="expandable-text">
        <ExpandableText
          limit={60}
          text="Open on the Ratnagiri bridge shot, and keep the rain sound under the whole first minute."
        />
      </Part>
      <Part name="dialog, sheet, alert-dialog, toaster">
        <Row>
          <Button onClick={() => setOpened("dialog")}>Dialog</Button>
          <Button onClick={() => setOpened("sheet")}>Sheet</Button>
          <Button onClick={() => setOpened("alert")}>Alert dialog</Button>
          <Button onClick={() => toast.success("Task saved successfully!")}>Toast</Button>
          <Button onClick={() => toast.error("Failed to save task", { description: "Try again." })}>
            Error toast
          </Button>
        </Row>
      </Part>
      <Dialog
        open={opened === "dialog"}
        onOpenChange={close}
        title="Rate Anika Rao"
        description="Your rating appears on the editor's profile."
        footer={<Button variant="primary">Save rating</Button>}
      >
        Content
      </Dialog>
      <Sheet open={opened === "sheet"} onOpenChange={close} title="Create Task">
        Content
      </Sheet>
      <AlertDialog
        open={opened === "alert"}
        onOpenChange={close}
        title="Delete the task?"
        description="This can't be undone."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={close}
      />
    </Section>
  );
}
