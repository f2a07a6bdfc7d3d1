import { OTPInput, REGEXP_ONLY_DIGITS_AND_CHARS, type RenderProps } from "input-otp";
import type { Ref } from "react";

import { classNames } from "./class-names.ts";
import { Field, type FieldProps } from "./field.tsx";

interface CodeInputProps extends FieldProps {
  value: string;
  /** Gets letters in capitals. */
  onChange: (value: string) => void;
  /** How many letters or digits the code has. */
  length: number;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A short code of letters and digits, one box for each; one input to keyboards, to pasting and to assistive technology. */
export function CodeInput({ value, onChange, length, disabled, ref, ...field }: CodeInputProps) {
  return (
    <Field {...field}>
      {(wiring) => (
        <>
          {/* Tells input-otp that its styles are here: they are in forms.css, for the pages' policy refuses its <style>. */}
          <span id="input-otp-style" hidden />
          <OTPInput
            {...wiring}
            ref={ref}
            value={value}
            onChange={(typed) => onChange(typed.toUpperCase())}
            maxLength={length}
            disabled={disabled}
            pattern={REGEXP_ONLY_DIGITS_AND_CHARS}
            pasteTransformer={(pasted) => pasted.replaceAll(/[^a-zA-Z0-9]/g, "").slice(0, length)}
            inputMode="text"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            pushPasswordManagerStrategy="none"
            noScriptCSSFallback={null}
            containerClassName="w-fit max-w-full"
            render={({ slots }) => <Boxes slots={slots} wrong={Boolean(field.error)} />}
          />
        </>
      )}
    </Field>
  );
}

function Boxes({ slots, wrong }: Pick<RenderProps, "slots"> & { wrong: boolean }) {
  return (
    <div aria-hidden className="flex gap-2 sm:gap-3">
      {[...slots.entries()].map(([at, { char, isActive, hasFakeCaret }]) => (
        <span
          key={at}
          className={classNames(
            "flex h-16 w-14 items-center justify-center rounded-sm border bg-panel font-mono text-3xl text-ink",
            wrong ? "border-fault" : "border-edge",
            isActive && "outline-2 outline-ink",
          )}
        >
          {char}
          {hasFakeCaret && <span className="h-8 w-0.5 bg-ink" />}
        </span>
      ))}
    </div>
  );
}
