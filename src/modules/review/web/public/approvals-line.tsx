import type { Approval } from "#modules/review/contract/approval.ts";

/** The approvals of a version in one line, such as "1 of 2 approved, waiting for noor"; nothing where one is enough. */
export function ApprovalsLine({ approvals }: { approvals: readonly Approval[] }) {
  const required = approvals.filter((approval) => approval.required);
  if (required.length === 0) return null;
  const missing = required.filter(({ approvedAt }) => approvedAt === null);
  return (
    <span className="min-w-0 text-sm wrap-anywhere text-soft">
      <span className="numerals text-ink">
        {required.length - missing.length} of {required.length} approved
      </span>
      {missing.length > 0 && ", waiting for "}
      {missing.map(({ person }, index) => (
        <span key={person.id}>
          {index > 0 && ", "}
          <bdi>{person.name}</bdi>
        </span>
      ))}
    </span>
  );
}
