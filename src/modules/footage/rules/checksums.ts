/** A file in a list of checksums. */
interface SummedFile {
  /** Relative to the folder in which the list is. */
  path: string;
  /** SHA-256 in lower-case hexadecimal digits. */
  sha256: string;
}

/** Usual name of the list. */
export const sha256SumsName = "SHA256SUMS";

/**
 * A list that `sha256sum --check` reads, in the format of GNU coreutils: two spaces between digest and name. A name with a
 * backslash or line break is escaped, and its line starts with a backslash.
 */
export function sha256Sums(files: readonly SummedFile[]): string {
  return files.map(({ path, sha256 }) => `${sumLine(path, sha256)}\n`).join("");
}

function sumLine(path: string, sha256: string): string {
  const escaped = path.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `${escaped === path ? "" : "\\"}${sha256}  ${escaped}`;
}
