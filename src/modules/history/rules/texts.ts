import type { TaskEventKind } from "./kinds.ts";
import { taskEvents } from "./task-events.ts";

interface HistoryTextEntry {
  kind: TaskEventKind;
  version: number | null;
  /** Comments, findings, files, or required approvals so far. */
  count: number;
  /** Number of approvals that the version needs; null where one is enough, and for other kinds. */
  requiredApprovals: number | null;
}

/** The text of a history entry, such as "7 comments on version 2"; empty for kinds without an entry. */
export function historyText({ kind, version, count, requiredApprovals }: HistoryTextEntry): string {
  const text = fill(taskEvents[kind].history ?? "", {
    ...versionTexts(version),
    findings: count === 1 ? "1 finding" : `${count} findings`,
    files: count === 1 ? "1 file" : `${count} files`,
    comments: count === 1 ? "1 comment" : `${count} comments`,
  });
  return requiredApprovals === null ? text : `${text}, ${approvalsText(count, requiredApprovals)}`;
}

/** The text of the assistant's message; empty for kinds without a message. */
export function assistantText(kind: TaskEventKind, taskTitle: string, version: number | null): string {
  return fill(taskEvents[kind].assistant ?? "", { ...versionTexts(version), task: taskTitle });
}

/** The approvals of a version, such as "1 of 2 required approvals". */
export function approvalsText(given: number, required: number): string {
  return `${given} of ${required} required ${required === 1 ? "approval" : "approvals"}`;
}

/** The version that an event is about, or null. */
export function eventVersion(event: object): number | null {
  return "version" in event && typeof event.version === "number" ? event.version : null;
}

function versionTexts(version: number | null) {
  return version === null
    ? { version: "a version", Version: "A version" }
    : { version: `version ${version}`, Version: `Version ${version}` };
}

/** Replaces placeholders at once, because titles of tasks may contain such texts themselves. */
function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
