import { useParams } from "react-router";

/** The `taskId` of the URL, or null where it is not a positive integer. */
export function useTaskId(): number | null {
  const { taskId = "" } = useParams();
  const id = Number(taskId);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
