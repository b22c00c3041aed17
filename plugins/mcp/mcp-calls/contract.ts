/** Running what clients of the Model Context Protocol call: a run of an app for each call, in the way of `/v1`. */
import type { RunEvent } from '#engine';
import { token } from '#kernel';
import type { AppTool } from '#plugins/mcp-server/contract.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** What a call is answered with (`CallToolResult`). */
export interface ToolResult {
  readonly content: readonly Mapping[];
  readonly structuredContent?: Mapping;
  readonly isError?: true;
}

/** A call of a tool, and who makes it. */
export interface ToolCall {
  readonly tool: AppTool;
  readonly keyId: string | null;
  /** `ServerPlace` of the server that is called, as its id. */
  readonly server: string;
  /** The name of its user. */
  readonly sessionId: string;
  readonly arguments: Mapping;
  /** Of a call that goes on after a person was asked. */
  readonly requestState: unknown;
  readonly inputResponses: unknown;
  /** Whether its client asks people. */
  readonly canAsk: boolean;
  readonly traceparent: string | undefined;
  readonly origin: string | undefined;
  /** Aborts when the call is given up: then its run is stopped. null: it can't be. */
  readonly cancelled: AbortSignal | null;
  /** Aborts when nobody is told the end any more; the run goes on. */
  readonly left: () => AbortSignal;
  /** Hears of what happens; null: nobody does. */
  readonly told: ((events: readonly RunEvent[]) => void) | null;
}

/** What a person is to be asked before the call goes on. */
export interface InputRequired {
  readonly inputRequests: Mapping;
  readonly requestState: string;
}

/** What came of a call: its answer, or what a person is to be asked before there is one. */
export type CallOutcome = { readonly result: ToolResult } | { readonly required: InputRequired };

/** Runs calls. */
export interface McpCalls {
  /**
   * Resolves when the call has an answer: the run's end, what a person is to be asked, or why it was refused, in words that models
   * can act on. Throws `mcp-calls.bad_state` (kind invalid) for a `requestState` that was not made here for this call.
   */
  run(call: ToolCall): Promise<CallOutcome>;
}

export const McpCalls = token<McpCalls>('mcp-calls.calls');
