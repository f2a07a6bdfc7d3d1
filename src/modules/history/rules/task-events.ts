import type { TaskEventKind } from "./kinds.ts";

/** Texts of a kind of event for each audience, with the placeholders `{task}`, `{version}`, `{Version}`, `{comments}`, `{findings}` and `{files}`. */
interface TaskEventTexts {
  /** The entry in the task's history; null if it has none. */
  history: string | null;
  /** The assistant's message to creator and editor; null if there is none. */
  assistant: string | null;
}

export const taskEvents: Record<TaskEventKind, TaskEventTexts> = {
  assigned: { history: "Task assigned", assistant: "{task} was assigned" },
  reassigned: { history: "Editor changed", assistant: "{task} was assigned" },
  edited: { history: null, assistant: null },
  declined: { history: "Task declined", assistant: "{task} was declined" },
  editor_left: { history: "The editor deleted their account", assistant: null },
  due_soon: { history: null, assistant: null },
  files_arrived: { history: "{files} added", assistant: null },
  upload_expired: { history: null, assistant: null },
  refused: { history: "{Version} can't be used", assistant: null },
  in_review: {
    history: "{Version} is ready for review",
    assistant: "{Version} of {task} is ready for review",
  },
  commented: { history: "{comments} on {version}", assistant: null },
  findings_explained: { history: "{findings} on {version} explained", assistant: null },
  findings_accepted: { history: "{findings} on {version} accepted", assistant: null },
  extension_requested: { history: null, assistant: null },
  window_extended: { history: "Review window of {version} extended", assistant: null },
  window_closing: { history: null, assistant: null },
  expired: {
    history: "Review window of {version} ended",
    assistant: "The review window of {version} of {task} has ended",
  },
  withdrawn: {
    history: "{Version} withdrawn",
    assistant: "{Version} of {task} was withdrawn",
  },
  changes_requested: {
    history: "Changes requested to {version}",
    assistant: "Changes were requested to {version} of {task}",
  },
  approval_given: { history: "{Version} approved", assistant: null },
  approval_withdrawn: { history: "Approval of {version} withdrawn", assistant: null },
  approved: { history: "{Version} approved", assistant: "{Version} of {task} was approved" },
  approval_undone: {
    history: "{Version} is back in review",
    assistant: "{Version} of {task} is in review again",
  },
  publishing: { history: "Publishing started", assistant: null },
  publish_failed: { history: "Publishing failed", assistant: null },
  published: { history: "Published", assistant: "{task} was published" },
  details_changed: { history: "Details of the published video changed", assistant: null },
  cancelled: { history: "Task cancelled", assistant: null },
};
