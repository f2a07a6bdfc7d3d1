import { Perforations } from "#ui/perforations.tsx";

const steps = [
  ["Create a task, assign an editor", "The brief, the deadline and the reference files in one place."],
  ["Get notified when it is ready", "Watch it in the browser, without a download."],
  ["Preview and publish", "Approve it and follow the upload to your channel."],
] as const;

/** A short introduction beside the form on wide screens. */
export function AuthIntro() {
  return (
    <div className="hidden wide:block">
      <p className="font-hero text-[5.5rem] leading-[0.9]">
        Upload once.
        <span className="block text-faint">Cozy up.</span>
      </p>
      <Perforations className="my-10" />
      <dl>
        {steps.map(([title, description]) => (
          <div key={title} className="border-t py-4">
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-0.5 text-soft">{description}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
