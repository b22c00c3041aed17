/** What a load process is told to do, and what it answers. Plain data over the channel between processes. */
export interface LoadPlan {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Default POST. */
  readonly method?: 'GET' | 'POST';
  /** The status of a right answer; default 200. */
  readonly status?: number;
  /** Each request has an app key of its own, which nobody has. */
  readonly hasRandomKeys?: boolean;
  /** Connections, each with one request at a time. */
  readonly callers: number;
  /** Seconds of measuring; a third of it is spent on warming up before. */
  readonly seconds: number;
  /** A fixed number of requests per connection instead of a time; nothing is warmed up. */
  readonly rounds?: number;
  /** `~` marks a token in the texts of events whose JSON begins with this; absent = the answer is read as a whole. */
  readonly tokensIn?: readonly string[];
  /** Milliseconds over which the callers start one after the other. */
  readonly rampMs?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  /** The first failure in words. */
  readonly failure: string | null;
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly latencies: readonly number[];
  readonly tokens: number;
  /** Milliseconds from each request to its first token. */
  readonly firstTokens: readonly number[];
  /** Milliseconds each stamped token arrived after it was sent. */
  readonly lateness: readonly number[];
}
