import { Check, Slash } from "lucide-react";

import type { CheckReport, PartState } from "#modules/checks/contract/checks.ts";
import { checkedParts, type CheckedPart } from "#modules/checks/rules/facts.ts";
import { classNames } from "#ui/class-names.ts";
import { Spinner } from "#ui/spinner.tsx";

const names: Record<CheckedPart, string> = { file: "File", sound: "Sound", picture: "Picture" };
const states: Record<PartState["state"], string> = {
  checked: "checked",
  pending: "being checked",
  unchecked: "not checked",
};

/** The state of each part of the check, with the reasons why parts are not checked. */
export function PartStates({ parts }: Pick<CheckReport, "parts">) {
  const reasons = Map.groupBy(
    checkedParts.filter((name) => parts[name].state === "unchecked"),
    (name) => reasonText(parts[name]),
  );
  return (
    <section aria-label="Checked parts" className="border-b px-4 pt-1 pb-3">
      <ol className="relative flex before:absolute before:inset-x-0 before:top-2.5 before:h-0.5 before:bg-line">
        {checkedParts.map((name) => (
          <li key={name} className="relative flex-1 last:flex-none">
            <Station state={parts[name].state} />
            <p className="mt-1 text-sm font-semibold">{names[name]}</p>
            <p
              className={classNames(
                "text-xs",
                parts[name].state === "unchecked" ? "text-amber" : "text-soft",
              )}
            >
              {states[parts[name].state]}
            </p>
          </li>
        ))}
      </ol>
      {[...reasons].map(([text, those]) => (
        <p key={text} className="mt-2 border-l-2 border-dashed border-amber pl-3 text-sm text-soft">
          {those.length < checkedParts.length && (
            <span className="font-semibold text-ink">{those.map((name) => names[name]).join(", ")}. </span>
          )}
          {text}
        </p>
      ))}
    </section>
  );
}

function reasonText(part: PartState): string {
  return part.state === "unchecked" ? part.text : "";
}

function Station({ state }: Pick<PartState, "state">) {
  const shape = "relative flex size-5.5 items-center justify-center rounded-full";
  if (state === "checked") {
    return (
      <span className={classNames(shape, "bg-ink text-on-ink")}>
        <Check aria-hidden strokeWidth={3} className="size-3.5" />
      </span>
    );
  }
  return (
    <span
      className={classNames(
        shape,
        "bg-panel",
        state === "pending" ? "text-soft" : "border-2 border-dashed border-amber text-amber",
      )}
    >
      {state === "pending" ? <Spinner className="size-5" /> : <Slash aria-hidden className="size-3" />}
    </span>
  );
}
