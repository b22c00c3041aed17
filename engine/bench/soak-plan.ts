/** A request of a mix. */
export interface SoakCall {
  readonly name: string;
  /** Of so many requests of the whole mix. */
  readonly share: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly status: number;
}

/** What a soak process is told to do. Plain data over the channel between processes. */
export interface SoakPlan {
  readonly origin: string;
  readonly calls: readonly SoakCall[];
  readonly seconds: number;
  /** Requests begun per second, whatever becomes of those before; absent: 32 callers, each as fast as it can. */
  readonly rate?: number;
}

export interface SoakResult {
  readonly requests: number;
  readonly failures: readonly string[];
  /** Milliseconds from when a request was due to the end of its answer. */
  readonly latencies: readonly number[];
  readonly seconds: number;
}
