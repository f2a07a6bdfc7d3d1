import type { NotificationKind } from "#modules/notifications/contract/inbox.ts";
import { kindLabel } from "#modules/notifications/rules/kinds/index.ts";
import { Checkbox } from "#ui/checkbox.tsx";

interface Channel {
  label: string;
  /** False while the whole channel is off. */
  enabled: boolean;
  /** Kinds that are not sent over the channel. */
  off: readonly NotificationKind[];
  onChange: (off: NotificationKind[]) => void;
}

interface KindChoicesProps {
  kinds: readonly NotificationKind[];
  channels: readonly Channel[];
}

/** A table of kinds with a checkbox for each channel. */
export function KindChoices({ kinds, channels }: KindChoicesProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Notifications by type and channel</caption>
      <thead>
        <tr className="border-b text-soft">
          <th scope="col" className="py-2 text-left font-medium">
            Type
          </th>
          {channels.map(({ label }) => (
            <th key={label} scope="col" className="w-12 py-2 text-center font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} className="border-b">
            <th scope="row" className="py-1 pr-3 text-left font-normal">
              {kindLabel(kind)}
            </th>
            {channels.map((channel) => (
              <td key={channel.label}>
                <Checkbox
                  hideLabel
                  label={`${kindLabel(kind)}: ${channel.label}`}
                  className="flex justify-center"
                  disabled={!channel.enabled}
                  checked={channel.enabled && !channel.off.includes(kind)}
                  onChange={({ target }) => {
                    const others = channel.off.filter((one) => one !== kind);
                    channel.onChange(target.checked ? others : [...others, kind]);
                  }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
