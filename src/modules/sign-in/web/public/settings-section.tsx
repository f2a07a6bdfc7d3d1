import type { ReactNode } from "react";
import { useId } from "react";

interface SettingsSectionProps {
  title: string;
  /** One or two sentences. */
  description?: string;
  children: ReactNode;
}

/** One section of the Settings page. */
export function SettingsSection({ title, description, children }: SettingsSectionProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-x-12 gap-y-5 border-t py-7 xl:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h3 id={heading} className="font-heading text-xl">
          {title}
        </h3>
        {description && <p className="mt-1.5 text-sm text-soft">{description}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
