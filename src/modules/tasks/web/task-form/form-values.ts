import { isFormerMember } from "#modules/people/rules/former-member.ts";
import type { TaskFormValues } from "#modules/tasks/contract/task-form.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";
import { needsEditor } from "#modules/tasks/rules/stages.ts";

import { localDay, today } from "./deadline.ts";

/** The values of the form for a task, or for a new one. */
export function formValues(task: Task | null): TaskFormValues {
  if (!task) {
    return {
      channel: "",
      taskTitle: "",
      workDescription: "",
      deadline: "",
      assignedTo: "",
      invite: null,
      contributors: [],
      title: "",
      description: "",
      madeForKids: false,
      tags: [],
    };
  }
  const { taskTitle, workDescription, title, description, madeForKids, tags } = task;
  const deadline = localDay(new Date(task.deadline));
  return {
    channel: "",
    taskTitle,
    workDescription,
    deadline,
    // An editor who has left is not suggested. A suspended one may stay until the account is restored.
    assignedTo: needsEditor(task) && !task.editor?.suspended ? "" : (task.editor?.name ?? ""),
    invite: task.waitingFor?.state === "pending" ? { way: "kept", text: task.waitingFor.name } : null,
    contributors: (task.contributors ?? []).map(({ person, label, rights }) => ({
      username: person.name,
      label,
      rights,
    })),
    title,
    description,
    madeForKids,
    tags,
  };
}

type Contributors = TaskFormValues["contributors"];

/** Whether two lists have the same contributors with the same labels and rights, in the same order. */
export function hasSameContributors(one: Contributors, other: Contributors): boolean {
  const contributorText = (list: Contributors) =>
    JSON.stringify(list.map(({ username, label, rights }) => [username, label, ...rights]));
  return contributorText(one) === contributorText(other);
}

/**
 * The values of the form for a copy of a task: all of the task's, with its deadline if that is still to come, and its editor
 * unless they are suspended or have left.
 */
export function valuesOfCopy(copy: Task): TaskFormValues {
  const { deadline, assignedTo, ...values } = formValues(copy);
  const assignable = copy.editor && !copy.editor.suspended && !isFormerMember(copy.editor);
  return {
    ...values,
    assignedTo: assignable ? assignedTo : "",
    invite: null,
    deadline: deadline < today() ? "" : deadline,
  };
}
