import { trackSteps } from "#modules/tasks/rules/stages.ts";
import { Button } from "#ui/button.tsx";

const explanations: Record<(typeof trackSteps)[number], string> = {
  assigned: "The editor uploads a version.",
  "in review": "The creator approves it or requests changes.",
  approved: "The creator starts publishing.",
  publishing: "Reelay is uploading it.",
  published: "The video is live.",
};

/** Explains the stages of the track before and with the first task of a user. */
export function TrackLegend({ onDismiss }: { onDismiss: () => void }) {
  return (
    <section aria-labelledby="track-legend" className="mt-3 border-y py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="track-legend" className="text-sm font-semibold">
          The stages of a task
        </h2>
        <Button variant="quiet" size="small" onClick={onDismiss} className="-mr-3">
          Got it
        </Button>
      </div>
      <ol className="mt-1 grid gap-x-4 gap-y-1.5 md:grid-cols-5">
        {trackSteps.map((step) => (
          <li
            key={step}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-3 text-sm text-soft md:block md:border-l-2 md:border-edge md:pl-2.5"
          >
            <span className="numerals block text-ink">{step}</span>
            <span>{explanations[step]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
