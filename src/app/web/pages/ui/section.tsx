import type { ReactNode } from "react";

/** A group of parts of the design system. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t pt-5 pb-14">
      <h2 className="font-heading text-3xl">{title}</h2>
      <div className="mt-6 grid gap-x-12 gap-y-10 wide:grid-cols-2">{children}</div>
    </section>
  );
}

/** One part in all its states. */
export function Part({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <article className={wide ? "min-w-0 wide:col-span-2" : "min-w-0"}>
      <h3 className="numerals mb-3 text-sm text-soft">{name}</h3>
      <div className="flex flex-col gap-4">{children}</div>
    </article>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
