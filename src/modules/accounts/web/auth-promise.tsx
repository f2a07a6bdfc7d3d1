import { Perforations } from "#ui/perforations.tsx";

const promises = [
  ["Create a task, assign an editor", "The brief, the date, the reference files, in one place."],
  ["Get told when it is ready", "Watch the cut where it is. Nobody downloads a thing."],
  ["Preview and publish", "Approve, and follow every byte to your channel."],
] as const;

/** Beside the form on wide screens: what one signs up for. */
export function AuthPromise() {
  return (
    <div className="hidden wide:block">
      <p className="font-hero text-[5.5rem] leading-[0.9]">
        Upload once.
        <span className="block text-faint">Cozy up.</span>
      </p>
      <Perforations className="my-10" />
      <dl>
        {promises.map(([what, how]) => (
          <div key={what} className="border-t py-4">
            <dt className="font-semibold">{what}</dt>
            <dd className="mt-0.5 text-soft">{how}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
