import type { ReactNode } from "react";

const tones = { fault: "text-fault", done: "text-go", plain: "text-soft" };

interface OperationRowProps {
  /** The object that is sent, or its destination. */
  name: ReactNode;
  state: ReactNode;
  tone: keyof typeof tones;
  /** After the state. */
  link?: ReactNode;
  /** Its progress, its problem and what can be done about it. */
  children?: ReactNode;
}

/** Something that is sent to a destination, in a list. */
export function OperationRow({ name, state, tone, link, children }: OperationRowProps) {
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{name}</p>
        <p className={`text-sm ${tones[tone]}`}>{state}</p>
        {link}
      </div>
      {children}
    </li>
  );
}
