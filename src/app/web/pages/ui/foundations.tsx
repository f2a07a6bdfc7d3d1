import { Kbd } from "#ui/kbd.tsx";
import { Logo } from "#ui/logo.tsx";
import { Perforations } from "#ui/perforations.tsx";
import { Playhead } from "#ui/playhead.tsx";
import { Moment, Timecode } from "#ui/timecode.tsx";

import { Part, Row, Section } from "./section.tsx";

const moment = new Date("2026-11-28T13:00:00Z");

const colours = {
  surfaces: ["bg-background", "bg-panel", "bg-raised", "bg-picture", "bg-scrim"],
  lines: ["bg-line", "bg-edge"],
  texts: ["bg-ink", "bg-soft", "bg-faint", "bg-on-ink"],
  signals: ["bg-tally", "bg-on-tally", "bg-go", "bg-on-go", "bg-amber", "bg-fault", "bg-on-fault"],
};

export function Foundations() {
  return (
    <Section title="Foundations">
      {Object.entries(colours).map(([name, tokens]) => (
        <Part key={name} name={name}>
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {tokens.map((token) => (
              <li key={token} className="numerals text-xs text-soft">
                <span className={`mb-1 block h-12 rounded-sm border ${token}`} />
                {token.slice(3)}
              </li>
            ))}
          </ul>
        </Part>
      ))}
      <Part name="type" wide>
        <p className="font-hero text-hero">Upload once.</p>
        <p className="font-heading text-4xl">font-heading text-4xl</p>
        <p className="font-heading text-3xl">font-heading text-3xl</p>
        <p className="font-heading text-2xl">font-heading text-2xl</p>
        <p className="font-heading text-xl">font-heading text-xl</p>
        <p className="text-lg">text-lg: Open on the bridge. Keep the rain audible.</p>
        <p>text-base: Open on the bridge. Keep the rain audible.</p>
        <p className="text-sm text-soft">text-sm text-soft: Open on the bridge. Keep the rain audible.</p>
        <p className="text-xs text-faint">text-xs text-faint: Open on the bridge. Keep the rain audible.</p>
        <p>
          A{" "}
          <a href="#top" className="link">
            link
          </a>{" "}
          in a sentence.
        </p>
      </Part>
      <Part name="timecode, moment, kbd">
        <Row>
          <Timecode>00:08:14:21</Timecode>
          <Timecode tone="ink">1.42 GB of 2.12 GB</Timecode>
          <Timecode tone="tally">67%</Timecode>
          <Moment at={moment} />
          <Moment at={moment} form="deadline" />
          <Kbd>Ctrl</Kbd>
        </Row>
      </Part>
      <Part name="logo, playhead, perforations">
        <Row>
          <Logo />
          <Logo markOnly />
          <Playhead className="h-8" />
        </Row>
        <Perforations />
      </Part>
    </Section>
  );
}
