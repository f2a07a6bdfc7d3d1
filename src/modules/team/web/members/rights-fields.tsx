import { type ManagerRight, managerRights, publishAgreementText } from "#modules/team/rules/team.ts";
import { Checkbox } from "#ui/checkbox.tsx";

import { rightTexts } from "./rights.ts";

interface RightsFieldsProps {
  rights: ManagerRight[];
  onChange: (rights: ManagerRight[]) => void;
  disabled?: boolean;
}

/** The rights of a manager, with the standing agreement beside the right to publish. */
export function RightsFields({ rights, onChange, disabled = false }: RightsFieldsProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink">Rights</legend>
      <div className="flex flex-col gap-2">
        {managerRights.map((right) => (
          <Checkbox
            key={right}
            label={rightTexts[right].label}
            hint={rightTexts[right].hint}
            checked={rights.includes(right)}
            disabled={disabled}
            onChange={({ target }) =>
              onChange(target.checked ? [...rights, right] : rights.filter((other) => other !== right))
            }
          />
        ))}
      </div>
      <p className="mt-2 text-sm text-soft">All managers see your tasks and comment on them.</p>
      {rights.includes("publish") && (
        <div className="mt-4 border-l-2 border-amber pl-4">
          <p className="font-medium">Your agreement to publishing</p>
          <p className="mt-1 text-sm break-words text-soft">{publishAgreementText}</p>
        </div>
      )}
    </fieldset>
  );
}
