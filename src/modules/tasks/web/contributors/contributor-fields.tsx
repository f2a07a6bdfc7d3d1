import { useId } from "react";
import { useController, type UseFormReturn } from "react-hook-form";

import type { NewContributor } from "#modules/tasks/contract/contributor.ts";
import { contributorRights, usualLabels } from "#modules/tasks/rules/contributors.ts";
import { UserPicker } from "#modules/team/web/public/user-picker.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Values of the fields before anything is entered. */
export const noContributor: NewContributor = { username: "", label: "", rights: ["attach"] };

/** Contribution and rights of a contributor, such as "Sound · uploads versions". */
export function contributionText({ label, rights }: Omit<NewContributor, "username">): string {
  const work = { upload: "uploads versions", attach: "adds files" };
  return [
    label,
    ...contributorRights.filter((right) => rights.includes(right)).map((right) => work[right]),
  ].join(" · ");
}

/** Fields for a new contributor: user, contribution and rights. */
export function ContributorFields({ form }: { form: UseFormReturn<NewContributor> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  // Registered before the label, since the first invalid field in this order gets the focus.
  const {
    field: { value, onChange, ref },
  } = useController({ control, name: "username" });
  const listId = useId();
  return (
    <>
      <UserPicker
        label="Contributor"
        name={value}
        onChange={onChange}
        error={errors.username?.message}
        ref={ref}
      />
      <TextField
        label="Contribution"
        placeholder="Thumbnail"
        list={listId}
        autoComplete="off"
        error={errors.label?.message}
        {...register("label")}
      />
      <datalist id={listId}>
        {usualLabels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <div className="flex flex-col gap-2">
        <Checkbox
          label="Add files"
          hint="Can add reference files and the thumbnail."
          value="attach"
          {...register("rights")}
        />
        <Checkbox
          label="Upload versions"
          hint="Can upload versions, like the editor."
          value="upload"
          {...register("rights")}
        />
      </div>
    </>
  );
}
