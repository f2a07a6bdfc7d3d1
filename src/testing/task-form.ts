import type { TaskForm } from "#modules/tasks/server/editing.ts";

/** A task as its creator writes it at the least, with what the test is about. */
export function taskForm(about: { assignedTo: string } & Partial<TaskForm>): TaskForm {
  return {
    taskTitle: "Monsoon on the Konkan line",
    workDescription: "Open on the bridge shot.",
    deadline: "2026-12-01",
    title: "",
    description: "",
    madeForKids: false,
    tags: [],
    fileIds: [],
    thumbnailFileId: null,
    ...about,
  };
}
