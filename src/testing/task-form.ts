import type { TaskForm } from "#modules/tasks/server/tasks/task-form.ts";

/** Minimal fields of a new task, overridden by `about`. */
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
