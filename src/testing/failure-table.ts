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
