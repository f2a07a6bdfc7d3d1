import { Check, Clock } from "lucide-react";

import { useChange } from "#core/web/use-change.ts";
import type { Approval } from "#modules/review/contract/approval.ts";
import { type Preview, reviewEndpoints } from "#modules/review/contract/versions.ts";
import { useUser } from "#modules/sign-in/web/public/session.tsx";
import { Button } from "#ui/button.tsx";
import { Moment } from "#ui/timecode.tsx";

/** The people who have approved the version, and those who have still to; nothing where one approval is enough. */
export function Approvals({ preview: { taskId, version, approvals } }: { preview: Preview }) {
  const user = useUser();
  const approve = useChange(reviewEndpoints.approve, {
    fallback: "Your approval couldn't be saved. Try again.",
  });
  if (approvals.length === 0 || !version) return null;
  const required = approvals.filter((approval) => approval.required);
  const missingText =
    version.state === "in_review" || version.state === "approved"
      ? "has not approved yet"
      : "has not approved it";
  const approvers = required.filter(({ approvedAt }) => approvedAt !== null);
  return (
    <section aria-label="Approvals" className="shrink-0 border-b px-4 py-2.5 text-sm">
      <p className="numerals font-semibold">
        {approvers.length} of {required.length} approved
      </p>
      <ul className="mt-1">
        {approvals.map(({ person, approvedAt }) => (
          <li key={person.id} className="flex items-start gap-2 py-0.5">
            <span className="flex h-5 items-center">
              {approvedAt === null ? (
                <Clock aria-hidden className="size-3.5 text-soft" />
              ) : (
                <Check aria-hidden className="size-3.5 text-go" />
              )}
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-2">
              <bdi className="wrap-anywhere">{person.name}</bdi>
              <span className="flex gap-1.5 text-soft">
                {approvedAt === null ? (
                  missingText
                ) : (
                  <>
                    approved <Moment at={new Date(approvedAt)} />
                  </>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {version.state === "approved" && isMissing(approvals, user?.id) && (
        <Button
          size="small"
          className="mt-2"
          busy={approve.isPending && "Approving..."}
          onClick={() => approve.mutate({ params: { id: taskId }, body: { version: version.number } })}
        >
          Approve
        </Button>
      )}
    </section>
  );
}

/** Whether a user has still to approve. */
function isMissing(approvals: readonly Approval[], userId: number | undefined): boolean {
  return approvals.some(
    ({ person, required, approvedAt }) => person.id === userId && required && approvedAt === null,
  );
}
