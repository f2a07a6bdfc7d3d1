import { ThemeMenu } from "#ui/theme-menu.tsx";

import { Content } from "./content.tsx";
import { Controls } from "./controls.tsx";
import { Feedback } from "./feedback.tsx";
import { Fields } from "./fields.tsx";
import { Foundations } from "./foundations.tsx";

/** All parts of the design system (src/ui) in their states, for development. */
export default function DesignSystemPage() {
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-360 px-4 pb-20 sm:px-6 wide:px-10">
      <title>Design system · Reelay</title>
      <header className="flex flex-wrap items-end justify-between gap-4 py-10">
        <h1 className="font-hero text-[clamp(3.25rem,8vw,6.5rem)] leading-[0.9]">Design system</h1>
        <ThemeMenu />
      </header>
      <Foundations />
      <Controls />
      <Fields />
      <Feedback />
      <Content />
    </main>
  );
}
