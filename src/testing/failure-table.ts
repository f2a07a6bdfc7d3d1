/** A row of docs/publishing-failures.md. */
export interface FailureRow {
  code: string;
  /** Only of failures while a video is published. */
  headline: string;
  message: string;
  next: string;
  tests: string[];
}

/** The rows of the table below a heading of docs/publishing-failures.md, whose text is `document`. */
export function failureRows(document: string, heading: string): FailureRow[] {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const [names = [], , ...rows] = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => {
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    return {
      code: cell("Code").replaceAll("`", ""),
      headline: cell("Headline"),
      message: cell("Message"),
      next: cell("Next step"),
      tests: cell("Test").split(", "),
    };
  });
}

/** Failures that only a delivery has: of its file, its upload and its processing. */
const ofDelivery = /^(platform_|source_|cancel|in_doubt|upload_unfinished|file_size|media_refused)/;

/** The failures of changed details, captions and playlists: the table of its heading, and what it leaves to the table above. */
export function failuresAfterPublishing(document: string): FailureRow[] {
  const own = failureRows(document, "After publishing");
  const codes = new Set(own.map(({ code }) => code));
  const shared = failureRows(document, "While a video is published").filter(
    ({ code }) => !codes.has(code) && !ofDelivery.test(code),
  );
  return [...own, ...shared];
}
