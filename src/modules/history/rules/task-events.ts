import { checkProgressPath, previewPath, tasksPath } from "#core/paths.ts";
import { videoFailureMessage } from "#modules/media/rules/video-failures.ts";
import { allows } from "#modules/tasks/rules.ts";

import { approvalEvents } from "./approval-texts.ts";
import {
  deadlineText,
  expiryText,
  feedbackText,
  type NotificationTexts,
  ownTexts,
  type TaskEventTable,
  toVersion,
  withoutEditorText,
} from "./event-texts.ts";

const assigned: NotificationTexts = {
  kind: "assigned",
  to: "editor",
  from: "creator",
  title: "New task",
  text: (about) => `Due ${deadlineText(about)}. ${about.task.workDescription}`,
};

export const taskEvents: TaskEventTable = {
  assigned: {
    history: "Task assigned",
    assistant: "{task} was assigned",
    notifications: [assigned, { ...assigned, to: "creator", title: "Task created for you" }],
  },
  reassigned: {
    history: "Editor changed",
    assistant: "{task} was assigned",
    notifications: [
      {
        kind: "changed",
        to: "formerEditor",
        from: "creator",
        title: "Task reassigned",
        text: "This task was reassigned to another editor. No action needed.",
        path: () => tasksPath("EDITOR"),
      },
      assigned,
    ],
  },
  edited: {
    history: null,
    assistant: null,
    notifications: [
      {
        kind: "changed",
        to: "editor",
        from: "creator",
        title: "Task changed",
        text: (about) =>
          `Due ${deadlineText(about)}. Review the changes before you continue. ${about.task.workDescription}`,
        when: ({ task }) => allows(task.stage, "version_playable"),
      },
    ],
  },
  declined: {
    history: "Task declined",
    assistant: "{task} was declined",
    notifications: [
      {
        kind: "task_declined",
        to: "creator",
        from: "editor",
        title: "Task declined",
        text: ({ task, reason }) => `${withoutEditorText(task.stage)}\n\nReason: ${reason}`,
      },
    ],
  },
  editor_left: {
    history: "The editor deleted their account",
    assistant: null,
    notifications: [
      {
        kind: "editor_left",
        to: "creator",
        from: null,
        title: "Your editor deleted their account",
        text: ({ task }) => withoutEditorText(task.stage),
      },
    ],
  },
  due_soon: {
    history: null,
    assistant: null,
    notifications: [
      {
        kind: "due_soon",
        to: "editor",
        from: null,
        title: "Due soon",
        text: (about) => `Due ${deadlineText(about)}. Upload your version before the deadline.`,
      },
    ],
  },
  upload_expired: {
    history: null,
    assistant: null,
    notifications: [
      {
        kind: "upload_expired",
        to: "editor",
        from: null,
        title: "Upload expired",
        text: "The upload of {version} was inactive for 7 days and has expired. Upload the file again.",
      },
    ],
  },
  refused: {
    history: "{Version} can't be used",
    assistant: null,
    notifications: [
      {
        kind: "file_rejected",
        to: "editor",
        from: null,
        title: "{Version} can't be used",
        text: ({ failure }) => videoFailureMessage(failure),
      },
    ],
  },
  in_review: {
    history: "{Version} is ready for review",
    assistant: "{Version} of {task} is ready for review",
    notifications: [
      {
        kind: "ready_to_review",
        to: "creator",
        from: "editor",
        title: "Ready to review",
        text: (about) => `Version ${about.version} is ready for review. It expires ${expiryText(about)}.`,
        path: toVersion,
      },
    ],
  },
  // Notifications of comments are gathered, and sent by the module of notifications.
  commented: { history: "{comments} on {version}", assistant: null, notifications: [] },
  extension_requested: {
    history: null,
    assistant: null,
    notifications: [
      {
        kind: "extension_requested",
        to: "creator",
        from: "editor",
        title: "More time requested",
        text: (about) =>
          `Version ${about.version} expires ${expiryText(about)}. Your editor asks you to extend the review.`,
        path: toVersion,
      },
    ],
  },
  window_extended: {
    history: "Review window of {version} extended",
    assistant: null,
    notifications: [],
    reviewed: { title: "Review extended", text: "{Version} is in review.", own: ownTexts.extended },
  },
  window_closing: {
    history: null,
    assistant: null,
    notifications: [
      {
        kind: "window_closing",
        to: "creator",
        from: null,
        title: "Review ends soon",
        text: (about) =>
          `Version ${about.version} expires ${expiryText(about)}. Approve or reject it, or extend the review before then.`,
        path: toVersion,
      },
    ],
  },
  expired: {
    history: "Review window of {version} ended",
    assistant: "The review window of {version} of {task} has ended",
    notifications: [
      {
        kind: "window_ended",
        to: "editor",
        from: null,
        title: "Upload again",
        text: "The review window ended without a decision, and the video was deleted. Upload your version again.",
      },
      {
        kind: "window_ended",
        to: "creator",
        from: null,
        title: "Review window ended",
        text: ({ hasEditor }) =>
          hasEditor
            ? "The video was deleted. We asked your editor to upload it again."
            : "The video was deleted. Choose another editor for this task.",
      },
    ],
    reviewed: { title: "Review ended", text: "{Version} expired without a decision.", by: null },
  },
  changes_requested: {
    history: "Changes requested to {version}",
    assistant: "Changes were requested to {version} of {task}",
    notifications: [
      {
        kind: "changes_requested",
        to: "editor",
        from: "creator",
        title: "Changes requested",
        text: feedbackText,
        path: toVersion,
      },
    ],
    reviewed: { title: "Changes requested", text: "{Version} was reviewed.", own: ownTexts.requested },
  },
  ...approvalEvents,
  publishing: { history: "Publishing started", assistant: null, notifications: [] },
  publish_failed: {
    history: "Publishing failed",
    assistant: null,
    notifications: [
      {
        kind: "publish_failed",
        to: "creator",
        from: null,
        title: "Publishing failed",
        text: ({ problem }) => problem,
        path: ({ path }) => path,
      },
    ],
  },
  published: {
    history: "Published",
    assistant: "{task} was published",
    notifications: [
      {
        kind: "published",
        to: "creator",
        from: null,
        title: "Published",
        text: "Your video is published. Open its progress page for the link.",
        path: ({ taskId }) => checkProgressPath(taskId),
      },
      {
        kind: "published",
        to: "editor",
        from: "creator",
        title: "Published",
        text: "The video you edited is published and counts on your profile.",
      },
    ],
  },
  details_changed: {
    history: "Details of the published video changed",
    assistant: null,
    notifications: [],
  },
  cancelled: {
    history: "Task cancelled",
    assistant: null,
    notifications: [
      {
        kind: "changed",
        to: "editor",
        from: "creator",
        title: "Task cancelled",
        text: "The creator cancelled this task. No action needed.",
        path: ({ taskId }) => previewPath(taskId),
      },
    ],
  },
};
