/** Dependencies of the module. */
export interface OperatorsDependencies {
  /** Bytes that each user may store; null without a limit. */
  storageQuota: number | null;
  /** Ends the realtime connections of a session. */
  endConnections: (sessionId: string) => void;
}
