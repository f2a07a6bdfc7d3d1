import type { CommentCounts } from "#modules/feedback/rules/comment-counts.ts";

export type Status = keyof CommentCounts;
export const statuses: readonly Status[] = ["open", "resolved", "all"];

export interface Filter {
  status: Status;
  mine: boolean;
  withDrawing: boolean;
  sort: "frame" | "newest";
  search: string;
}

export const noFilter: Filter = {
  status: "all",
  mine: false,
  withDrawing: false,
  sort: "frame",
  search: "",
};
