import { useParams } from "react-router";

/** The task's id in the address, or null where it is no positive whole number. */
export function useTaskId(): number | null {
  const { taskId = "" } = useParams();
  const id = Number(taskId);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
