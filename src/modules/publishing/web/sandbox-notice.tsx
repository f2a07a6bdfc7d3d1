import { FlaskConical } from "lucide-react";

/** Says that nothing goes to the real platform. */
export function SandboxNotice() {
  return (
    <p className="mt-6 flex max-w-prose items-start gap-3 border-l-2 border-amber pl-4">
      <FlaskConical aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-amber" />
      <span>
        <strong className="font-semibold">This is the sandbox platform.</strong> It stands in for YouTube on
        this machine: everything works as there, and nothing leaves this machine.
      </span>
    </p>
  );
}
