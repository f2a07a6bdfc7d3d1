import { FlaskConical } from "lucide-react";

import { type DestinationKind, distinctValues } from "#modules/publishing/platforms/platforms.ts";

/** Notice that nothing is sent to the real platforms. `kinds` are those of the task's destinations. */
export function SandboxNotice({ kinds }: { kinds: readonly DestinationKind[] }) {
  const replaced = new Intl.ListFormat("en").format(
    distinctValues(kinds, ({ name, sandboxed }) => (sandboxed ? name : null)),
  );
  return (
    <p className="mt-6 flex max-w-prose items-start gap-3 border-l-2 border-amber pl-4">
      <FlaskConical aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-amber" />
      <span>
        <strong className="font-semibold">This is the sandbox platform.</strong> It replaces {replaced} on
        this machine and works the same way. Nothing is sent to {replaced}.
        {distinctValues(kinds, ({ receiver }) => receiver).map(
          (receiver) => ` The ${receiver} that you connected receives the video.`,
        )}
      </span>
    </p>
  );
}
