/** An event at its place in a stream; the id of the last one a reader was sent says where it goes on. */
export interface PlacedEvent {
  readonly id: string;
  readonly text: string;
}

/** What many readers are told alike: the events after the one with this id (undefined: all), in their order. */
export type ReadAfter = (id: string | undefined, signal: AbortSignal) => AsyncIterable<readonly PlacedEvent[]>;

export interface SharedReading {
  /** Readers of the same key are told the same. */
  readonly key: string;
  readonly read: ReadAfter;
  /** Where this reader begins; undefined: at the beginning. */
  readonly after?: string | undefined;
  /** Whether frames are sent with their ids. */
  readonly hasIds: boolean;
  readonly signal: AbortSignal;
}
