export const statuses = ["open", "resolved", "all"] as const;
export type Status = (typeof statuses)[number];

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
