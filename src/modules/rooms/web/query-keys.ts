/** The first parts of the query keys of this module. */
export const taskRoomKey = ["task-room"] as const;
export const guestRoomKey = ["guest-room"] as const;
