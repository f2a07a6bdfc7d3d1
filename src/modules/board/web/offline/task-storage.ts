import { z } from "zod";
import { create } from "zustand";
import { persist } from "zustand/middleware";

import { type BoardTask, boardTask } from "#modules/board/contract/board.ts";
import { replaceOrAdd } from "#modules/board/rules/task-order.ts";
import type { Task } from "#modules/tasks/contract/tasks.ts";

import { taskStorageKey } from "../storage-keys.ts";

interface TaskStorage {
  /** The first tasks of both lists when they were last loaded, newest first in each. */
  tasks: BoardTask[];
  /** The user whose tasks they are. */
  by: number | null;
}

const noTasks: TaskStorage = { tasks: [], by: null };
const storedState = z.object({ tasks: z.array(boardTask), by: z.number().nullable() });

/** Kept in the browser, so that the Tasks screen has content before the server answers, and without a connection. */
export const useTaskStorage = create<TaskStorage>()(
  persist((): TaskStorage => noTasks, {
    name: taskStorageKey,
    merge: (stored) => storedState.safeParse(stored).data ?? noTasks,
  }),
);

/** The stored tasks of a user with this `isCompleted`. */
export function storedTasks(userId: number, completed: boolean): BoardTask[] {
  const { tasks, by } = useTaskStorage.getState();
  return by === userId ? tasks.filter(({ isCompleted }) => isCompleted === completed) : [];
}

/** Replaces the stored tasks with this `isCompleted` by the loaded ones. */
export function storeTasks(userId: number, completed: boolean, loaded: readonly BoardTask[]): void {
  const others = storedTasks(userId, !completed);
  useTaskStorage.setState({ tasks: [...loaded, ...others], by: userId });
}

/** Stores a saved task: replaces the one with its id, or adds it in front. */
export function storeSavedTask(userId: number, saved: Task, added: BoardTask): void {
  const { tasks, by } = useTaskStorage.getState();
  useTaskStorage.setState({ tasks: replaceOrAdd(by === userId ? tasks : [], saved, added), by: userId });
}
