/** The allowed number of attempts per time window, in milliseconds. */
export interface Limit {
  attempts: number;
  window: number;
}
