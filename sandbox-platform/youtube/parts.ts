import { ApiError } from "./errors.ts";

const atPart = { domain: "youtube.part", location: "part", locationType: "parameter" } as const;

/**
 * Parses the `part` parameter.
 *
 * @throws ApiError when it is missing or names an unknown part
 */
export function readParts(part: string | undefined, known: readonly string[]): string[] {
  const parts = (part ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (parts.length === 0) {
    throw new ApiError(
      400,
      "missingRequiredParameter",
      "No filter selected. The parameter part is required.",
      {
        ...atPart,
        domain: "global",
      },
    );
  }
  const stray = parts.find((name) => name !== "id" && !known.includes(name));
  if (stray !== undefined) throw new ApiError(400, "unknownPart", `Unknown part ${stray}.`, atPart);
  return [...new Set(parts)];
}
