/** A client that waits for the answer of a run. */
export interface WaitingClient {
  /** Aborts when the client is gone; costs something once it is asked for. */
  readonly signal: AbortSignal;
}
