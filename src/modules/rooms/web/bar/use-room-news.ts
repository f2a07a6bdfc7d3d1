import { useState } from "react";

import type { Room } from "#modules/rooms/contract/rooms.ts";

import { participantName } from "../participants.ts";

/** The last change of participants or of who presents, for screen readers. */
export function useRoomNews(room: Room, me: string): string {
  const [previous, setPrevious] = useState(room);
  const [news, setNews] = useState("");
  if (previous !== room) {
    setPrevious(room);
    const changes = roomNews(previous, room, me);
    if (changes !== "") setNews(changes);
  }
  return news;
}

function roomNews(before: Room, after: Room, me: string): string {
  const newcomers = after.participants.filter(
    ({ id }) => id !== me && participantName(before, id) === undefined,
  );
  const leavers = before.participants.filter(
    ({ id }) => id !== me && participantName(after, id) === undefined,
  );
  return [
    ...newcomers.map(({ name }) => `${name} joined.`),
    ...leavers.map(({ name }) => `${name} left.`),
    ...(before.presenter === after.presenter ? [] : [presenterNews(after, me)]),
  ].join(" ");
}

function presenterNews(room: Room, me: string): string {
  if (room.presenter === null) return "Everyone controls.";
  if (room.presenter === me) return "You present.";
  return `${participantName(room, room.presenter)} presents.`;
}
