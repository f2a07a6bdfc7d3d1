import type { ReportedFinding, Statement } from "#modules/checks/contract/checks.ts";
import { rangeText } from "#modules/checks/rules/texts.ts";
import { type TimecodeBase, timecodeAt } from "#modules/feedback/rules/positions.ts";

interface PrintedFindingsProps {
  findings: readonly ReportedFinding[];
  counting: TimecodeBase;
}

/** The findings of the technical check with their frames and what was said about them. */
export function PrintedFindings({ findings, counting }: PrintedFindingsProps) {
  return (
    <section aria-label="Technical check" className="border-b py-5">
      <h2 className="font-heading text-lg">Technical check</h2>
      <ul className="mt-2 flex flex-col gap-3">
        {findings.map((finding) => (
          <li
            key={finding.key}
            className="flex break-inside-avoid flex-col sm:flex-row sm:gap-4 print:flex-row print:gap-4"
          >
            <p className="numerals w-full shrink-0 text-sm font-semibold first-letter:uppercase sm:w-56 print:w-52">
              {rangeText(finding.range, (frame) => timecodeAt(frame, counting))}
            </p>
            <div className="min-w-0 grow">
              <p>{finding.text}</p>
              <StatementLine statement={finding.explanation} verb="Explained" />
              <StatementLine statement={finding.acceptance} verb="Accepted" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StatementLine({ statement, verb }: { statement: Statement | null; verb: string }) {
  if (!statement) return null;
  return (
    <p dir="auto" className="text-sm break-words text-soft">
      {verb} by {statement.by.name}
      {statement.text !== "" && `: ${statement.text}`}
    </p>
  );
}
