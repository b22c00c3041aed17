import type { RunEvent } from '#engine';

/** An event with its place in the run. */
export interface NumberedEvent {
  /** From 1, without gaps. */
  readonly number: number;
  /**
   * From 0; grows when the run goes on elsewhere after a crash. Numbers of an older generation that were not durable by
   * then are given again, to other events.
   */
  readonly generation: number;
  readonly event: RunEvent;
}

/** How far a reader of a run is. */
export interface EventCursor {
  /** Number of the last event they have seen; 0 = none. */
  readonly after: number;
  /**
   * Its generation. When the run has had a crash since, they go on where the next generation begins. Without it `after`
   * is a number of the run as it is now.
   */
  readonly generation?: number | undefined;
}

/** Events of a run that are durable. */
export interface EventPage {
  readonly events: readonly NumberedEvent[];
  /** There are more right now. */
  readonly hasMore: boolean;
}
