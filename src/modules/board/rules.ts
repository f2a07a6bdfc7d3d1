/** Sort orders of the task list. */
export const taskOrders = ["newest", "deadline"] as const;
export type TaskOrder = (typeof taskOrders)[number];
