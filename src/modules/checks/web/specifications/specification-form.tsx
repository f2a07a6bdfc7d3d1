import { useState } from "react";

import { specificationPresets } from "#modules/checks/rules/presets.ts";
import { codecNames, type DeliverySpecification } from "#modules/checks/rules/specification.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

import {
  frameRates,
  readValues,
  type SpecificationProblems,
  type SpecificationValues,
  valuesFrom,
} from "./specification-values.ts";

interface SpecificationFormProps {
  /** Of the form, whose button is outside of it. Without an id, it has its own one. */
  id?: string;
  initial: DeliverySpecification;
  isSaving: boolean;
  onSave: (specification: DeliverySpecification) => void;
}

const rateOptions = [
  { value: "", label: "Any" },
  ...frameRates.map(([label, value]) => ({ value, label: `${label} fps` })),
];

/** Demands on the files of versions. Empty fields demand nothing. */
export function SpecificationForm({ id, initial, isSaving, onSave }: SpecificationFormProps) {
  const [values, setValues] = useState(() => valuesFrom(initial));
  const [problems, setProblems] = useState<SpecificationProblems>({});
  const change = (part: Partial<SpecificationValues>) => {
    setValues({ ...values, ...part });
    setProblems({});
  };
  const submit = (form: HTMLFormElement) => {
    const result = readValues(values);
    if ("specification" in result) {
      onSave(result.specification);
      return;
    }
    setProblems(result.problems);
    requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  const field = (name: TextName, label: string, more: TextOptions = {}) => (
    <TextField
      label={label}
      error={problems[name]}
      disabled={isSaving}
      value={values[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      inputClassName="numerals"
      {...more}
      {...(more.end !== undefined && { end: <span className="pr-2 text-sm">{more.end}</span> })}
    />
  );
  return (
    <form
      id={id}
      noValidate
      aria-label="Delivery specification"
      className="@container max-w-2xl"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <fieldset disabled={isSaving} className="flex flex-wrap items-center gap-2">
        <legend className="mb-1.5 text-sm font-medium">Start from</legend>
        {Object.entries(specificationPresets).map(([name, preset]) => (
          <Button key={name} size="small" onClick={() => change(valuesFrom(preset))}>
            {name}
          </Button>
        ))}
        <Button size="small" variant="quiet" onClick={() => change(valuesFrom({}))}>
          Clear all
        </Button>
      </fieldset>
      <div className="mt-5 grid grid-cols-2 gap-x-4 gap-y-4 @lg:grid-cols-3">
        {field("width", "Width", { end: "px", inputMode: "numeric" })}
        {field("height", "Height", { end: "px", inputMode: "numeric" })}
        {field("aspect", "Aspect ratio", { placeholder: "16:9" })}
        <SelectField
          label="Frame rate"
          options={rateOptions}
          disabled={isSaving}
          value={values.frameRate}
          onChange={({ target }) => change({ frameRate: target.value })}
        />
        {field("minSeconds", "Shortest length", { placeholder: "1:30" })}
        {field("maxSeconds", "Longest length", { placeholder: "12:00" })}
        {field("loudness", "Loudness", { end: "LUFS", placeholder: "−14" })}
        {field("tolerance", "Tolerance", { end: "LU", placeholder: "1" })}
        {field("maxTruePeak", "Highest true peak", { end: "dBTP", placeholder: "−1" })}
      </div>
      <Checkbox
        className="mt-3"
        label="Constant frame rate"
        disabled={isSaving}
        checked={values.constantRate}
        onChange={({ target }) => change({ constantRate: target.checked })}
      />
      <fieldset className="mt-3">
        <legend className="text-sm font-medium">Codec, if it matters</legend>
        <div className="flex flex-wrap gap-x-5">
          {Object.entries(codecNames).map(([codec, name]) => (
            <Checkbox
              key={codec}
              label={name}
              disabled={isSaving}
              checked={values.codecs.includes(codec)}
              onChange={({ target }) =>
                change({
                  codecs: Object.keys(codecNames).filter((each) =>
                    each === codec ? target.checked : values.codecs.includes(each),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      {id === undefined && (
        <Button type="submit" variant="primary" className="mt-5" busy={isSaving && "Saving..."}>
          Save
        </Button>
      )}
    </form>
  );
}

type TextName = Exclude<keyof SpecificationValues, "constantRate" | "codecs" | "frameRate">;

interface TextOptions {
  /** The unit. */
  end?: string;
  placeholder?: string;
  inputMode?: "numeric";
}
