import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";

import { someKindHas } from "#modules/publishing/platforms/platforms.ts";
import { knownCategories } from "#modules/publishing/rules/categories.ts";
import { languageName, languages } from "#modules/publishing/rules/languages.ts";
import { type DetailsInput, licenseName } from "#modules/publishing/rules/options.ts";
import { RadioCards } from "#ui/radio-cards.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Switch } from "#ui/switch.tsx";
import { TextField } from "#ui/text-field.tsx";

import { useKinds } from "../destinations/use-kinds.ts";
import { choicesQuery } from "./queries.ts";

interface MoreOptionsProps {
  taskId: number;
  register: UseFormRegister<DetailsInput>;
  errors: FieldErrors<DetailsInput>["options"];
}

const orNull = { setValueAs: (value: string | null) => value || null };

export const languageOptions = languages
  .map((tag) => ({ value: tag, label: languageName(tag) }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** Category, language, license and the other details that YouTube has defaults for. */
export function MoreOptions({ taskId, register, errors }: MoreOptionsProps) {
  const kinds = useKinds(taskId);
  const declares = someKindHas(kinds, "declarations");
  const categories = useQuery(choicesQuery(taskId)).data?.categories ?? knownCategories;
  return (
    <details className="group border-y" open={errors !== undefined || undefined}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 py-3 font-semibold">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-soft transition-transform group-open:rotate-90"
        />
        <span className="shrink-0">More options</span>
        <span className="hidden min-w-0 truncate text-sm font-normal text-soft sm:inline">
          {declares
            ? "Category, language, license, embedding, paid promotion"
            : "Category, language, license"}
        </span>
      </summary>
      <div className="flex flex-col gap-6 pt-2 pb-6">
        <div className="grid gap-6 sm:grid-cols-2">
          <SelectField
            label="Category"
            {...register("options.categoryId")}
            error={errors?.categoryId?.message}
            options={categories.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <SelectField
            label="Video language"
            {...register("options.language", orNull)}
            error={errors?.language?.message}
            options={[{ value: "", label: "Not set" }, ...languageOptions]}
          />
        </div>
        <RadioCards
          label="License"
          {...register("options.license")}
          options={[
            { value: "youtube", label: licenseName("youtube", kinds), description: "You keep all rights." },
            {
              value: "creativeCommon",
              label: licenseName("creativeCommon", kinds),
              description: "Others may reuse it with credit.",
            },
          ]}
        />
        {declares && <YouTubeOptions register={register} errors={errors} />}
      </div>
    </details>
  );
}

/** The details that other platforms don't have. */
function YouTubeOptions({ register, errors }: Omit<MoreOptionsProps, "taskId">) {
  return (
    <>
      <TextField
        type="date"
        label="Recording date"
        optional
        {...register("options.recordingDate", orNull)}
        error={errors?.recordingDate?.message}
        className="sm:max-w-56"
      />
      <Switch
        label="Allow embedding"
        hint="Other sites can show the video in their pages."
        {...register("options.embeddable")}
      />
      <Switch
        label="Notify subscribers"
        hint="Subscribers get a notification when the video becomes public."
        {...register("options.notifySubscribers")}
      />
      <Switch
        label="Altered or generated content"
        hint="Turn on if realistic people, places or events were altered or generated. YouTube requires this disclosure."
        {...register("options.syntheticMedia")}
      />
      <Switch
        label="Paid promotion"
        hint="Turn on if someone paid for a product placement, sponsorship or endorsement in the video. YouTube requires this disclosure and tells viewers."
        {...register("options.paidPromotion")}
      />
    </>
  );
}
