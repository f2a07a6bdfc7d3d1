import { descriptors } from "#modules/publishing/platforms/platforms.ts";
import { Badge } from "#ui/badge.tsx";
import { Moment } from "#ui/timecode.tsx";

import { OperationRow } from "../operations/operation-row.tsx";
import { ProblemNote } from "../operations/problem-note.tsx";
import { UnsentRecovery } from "./unsent-recovery.tsx";
import {
  leadingProblem,
  type SentAfterwards,
  useSentAfterwards,
  withProblems,
} from "./use-sent-afterwards.ts";

const headings = { changes: "Details", additions: "Captions and playlists" };
const parts = ["changes", "additions"] as const;

interface SentAfterwardsProps {
  taskId: number;
  /** False where the page has its primary button elsewhere. */
  primary: boolean;
}

/** Whether details, captions and playlists of a published video have reached its destinations, and what to do if not. */
export function SentAfterwardsList({ taskId, primary }: SentAfterwardsProps) {
  const operations = useSentAfterwards(taskId);
  const asking = leadingProblem(operations)?.part;
  return parts.map((part) => (
    <Section
      key={part}
      taskId={taskId}
      part={part}
      operations={operations.filter((operation) => operation.part === part)}
      primary={primary && part === asking}
    />
  ));
}

interface SectionProps extends SentAfterwardsProps {
  part: keyof typeof headings;
  operations: SentAfterwards[];
}

function Section({ taskId, part, operations, primary }: SectionProps) {
  if (operations.length === 0) return null;
  const explained = withProblems(operations);
  const leading = leadingProblem(explained);
  const several = new Set(operations.map(({ deliveryId }) => deliveryId)).size > 1;
  return (
    <section aria-labelledby={part} className="mt-10">
      <h2 id={part} className="font-heading text-xl">
        {headings[part]}
      </h2>
      <ul className="mt-3 divide-y border-y">
        {operations.map((operation) => (
          <OperationRow
            key={operation.id}
            name={<Name operation={operation} several={several} />}
            {...sentState(operation)}
          >
            {explained.includes(operation) && (
              <ProblemNote {...operation} taskId={taskId} primary={primary && operation === leading} />
            )}
          </OperationRow>
        ))}
      </ul>
      <UnsentRecovery taskId={taskId} operations={operations} primary={primary} size="small" />
    </section>
  );
}

function Name({ operation, several }: { operation: SentAfterwards; several: boolean }) {
  const { addition, channelTitle, kind } = operation;
  if (addition === null) {
    return (
      <>
        <span className="min-w-0 break-words">{channelTitle}</span>
        <Badge>{descriptors[kind].name}</Badge>
      </>
    );
  }
  return (
    <span className="flex min-w-0 items-baseline gap-3">
      <span className="w-20 shrink-0 text-sm text-soft">{addition.what}</span>
      <span className="min-w-0 break-words">
        {addition.label}
        {several && <span className="ml-3 text-sm text-soft">{channelTitle}</span>}
      </span>
    </span>
  );
}

function sentState({ state, addition, kind, sentAt }: SentAfterwards) {
  if (state === "failed") return { state: "Not sent", tone: "fault" } as const;
  if (state === "sending") return { state: "Sending", tone: "plain" } as const;
  if (addition) return { state: `On ${descriptors[kind].name}`, tone: "done" } as const;
  const label = <>Sent {sentAt !== null && <Moment at={new Date(sentAt)} />}</>;
  return { state: label, tone: "done" } as const;
}
