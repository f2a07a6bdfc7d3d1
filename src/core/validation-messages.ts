import type { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const types: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

const formats: Record<string, string> = {
  email: "Use an email address, such as name@example.com.",
  url: "Use a complete address, such as https://example.com.",
  uuid: "Use a UUID.",
  date: "Use a date, such as 2026-01-31.",
  datetime: "Use a date and time in UTC, such as 2026-01-31T12:00:00Z.",
};

const units: Record<string, string> = { string: "characters", array: "items" };

/** Message for a refused value of a request, used where its contract has none: it says what to send instead. */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This value is required.";
      return `Use ${types[issue.expected] ?? "another value"}.`;
    case "invalid_value":
      return `Use ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}.`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "This value is required.";
      return sizeMessage(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return sizeMessage(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most");
    case "invalid_format":
      return formats[issue.format] ?? "Use the documented format.";
    case "not_multiple_of":
      return `Use a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `Leave out the unknown values: ${issue.keys.join(", ")}.`;
    default:
      return "Use another value.";
  }
}

function sizeMessage(origin: string, size: number | bigint, limit: string): string {
  const unit = units[origin];
  return `Use ${limit} ${size}${unit ? ` ${unit}` : ""}.`;
}
