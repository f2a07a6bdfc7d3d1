import { useQuery } from "@tanstack/react-query";

import type { FileFacts } from "#modules/checks/rules/facts.ts";
import { judgeFile } from "#modules/checks/rules/file-rules.ts";
import { findingLabel, findingText } from "#modules/checks/rules/findings.ts";
import type { DeliverySpecification } from "#modules/checks/rules/specification.ts";
import { fileFingerprint } from "#modules/review/web/public/version-queries.ts";

import { taskSpecificationQuery } from "../queries.ts";
import { specificationRows } from "../specifications/specification-rows.ts";
import { readFile } from "./read-file.ts";

interface FileCheckProps {
  taskId: number;
  file: File;
}

/** Findings about a chosen file against the task's specification, by what the browser reads of it. Nothing is uploaded for that. */
export function FileCheck({ taskId, file }: FileCheckProps) {
  const specification = useQuery(taskSpecificationQuery(taskId));
  const facts = useQuery({
    queryKey: ["file-facts", fileFingerprint(file)],
    queryFn: () => readFile(file),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <section aria-label="Check before the upload" aria-live="polite" className="mt-3 border-t pt-3 text-sm">
      {facts.isPending || specification.isPending ? (
        <p className="text-soft">Checking the file...</p>
      ) : facts.data && specification.data ? (
        <Findings facts={facts.data} specification={specification.data.effective} />
      ) : (
        <p className="border-l-2 border-dashed border-edge pl-3 text-soft">
          <span className="font-semibold text-ink">Not checked before the upload.</span>{" "}
          {facts.data ? "The specification couldn't be loaded." : "This browser can't read the file."} It is
          checked after the upload.
        </p>
      )}
    </section>
  );
}

function Findings({ facts, specification }: { facts: FileFacts; specification: DeliverySpecification }) {
  const findings = judgeFile(facts, specification);
  if (findings.length === 0) {
    const isSpecified = specificationRows(specification).length > 0;
    return (
      <p className="text-soft">
        <span className="font-semibold text-ink">
          {isSpecified ? "The file fits the specification." : "Nothing found in the file."}
        </span>{" "}
        Sound and picture are checked after the upload.
      </p>
    );
  }
  return (
    <>
      <p className="font-semibold">
        {findings.length === 1 ? "1 finding" : `${findings.length} findings`} before the upload
      </p>
      <ul className="mt-1">
        {findings.map((finding) => (
          <li key={finding.kind} className="mt-1.5 border-l-2 border-amber pl-3">
            <span className="font-semibold">{findingLabel(finding)}.</span> {findingText(finding)}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-soft">You can upload it anyway.</p>
    </>
  );
}
