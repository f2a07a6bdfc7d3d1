/** Response header with the change marker of a response. */
export const changeMarkerHeader = "x-change-marker";

/** Name of the message that every connection starts with. */
export const missedMessagesName = "missed_messages";

/** The kinds of realtime messages that a client may have missed since the marker that it connected with. */
export interface MissedMessages {
  /** Marker of the connection: a reconnection asks for what was sent since. */
  marker: number;
  /** Names of messages; `all` where it is not known. */
  missed: readonly string[] | "all";
}
