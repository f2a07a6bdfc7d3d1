import { defineErrors } from "#core/error.ts";

import { maxParticipants, maxTabs } from "../rules/limits.ts";
import type { EndReason } from "./rooms.ts";

export const roomsError = defineErrors({
  room_not_found: { status: 404, message: "This room doesn't exist any more. Start a new one." },
  room_ended: { status: 410, message: "This room was ended. Start a new one to continue." },
  room_empty: { status: 410, message: "This room ended because everyone had left. Start a new one." },
  room_version_deleted: {
    status: 410,
    message: "This room ended because the video of its version was deleted.",
  },
  room_task_ended: { status: 410, message: "This room ended because its task was cancelled." },
  not_in_room: { status: 404, message: "You are not in this room. Join it again." },
  unknown_participant: { status: 404, message: "This participant has left the room." },
  participant_taken: { status: 409, message: "Another participant has this id. Join with a new one." },
  not_presenter: {
    status: 409,
    message: "Only the presenter can change what everyone sees. Ask to present first.",
  },
  members_only: { status: 409, message: "Only members of the task can do this." },
  other_version: { status: 409, message: "Another version is being watched. Your link doesn't include it." },
  room_full: {
    status: 409,
    message: `A room can have up to ${maxParticipants} participants. Try again when one of them has left.`,
  },
  too_many_tabs: {
    status: 409,
    message: `You are in this room in ${maxTabs} tabs. Close one of them first.`,
  },
  version_not_playable: {
    status: 409,
    message: "The video of this version was deleted or is not ready. Choose another version.",
  },
  may_not_end: { status: 409, message: "Only the person who started the room or its creator can end it." },
});

/** Code of the error of requests to a room that has ended. */
export function endCode(reason: EndReason) {
  return reason === "ended" ? "room_ended" : (`room_${reason}` as const);
}
