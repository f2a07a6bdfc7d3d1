import { useId } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";

import { UserPicker } from "#modules/team/web/public/user-picker.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { TextField } from "#ui/text-field.tsx";

import type { NewContributor } from "../contract/contributor.ts";
import { usualLabels } from "../rules/contributors.ts";

/** Values of the fields before anything is entered. */
export const noContributor: NewContributor = { username: "", label: "", mayUpload: false, mayAttach: true };

/** Contribution and rights of a contributor, such as "Sound · uploads versions". */
export function contributionText({ label, mayUpload, mayAttach }: Omit<NewContributor, "username">): string {
  return [label, ...(mayUpload ? ["uploads versions"] : []), ...(mayAttach ? ["adds files"] : [])].join(
    " · ",
  );
}

/** Fields for a new contributor: user, contribution and rights. */
export function ContributorFields({ form }: { form: UseFormReturn<NewContributor> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const listId = useId();
  return (
    <>
      <Controller
        control={control}
        name="username"
        render={({ field }) => (
          <UserPicker
            label="Contributor"
            name={field.value}
            onChange={field.onChange}
            error={errors.username?.message}
            ref={field.ref}
          />
        )}
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
      <div>
        <Checkbox
          label="Add files"
          hint="Adds reference files, and the thumbnail of the video."
          {...register("mayAttach")}
        />
        <Checkbox label="Upload versions" hint="Like the editor of the task." {...register("mayUpload")} />
      </div>
    </>
  );
}
