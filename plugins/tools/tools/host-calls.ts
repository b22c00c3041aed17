import type { JsonText } from '#engine';
import type { ToolDescription, ToolReference } from './tool.ts';

/** What `tools.describe` found for one reference. */
export type ToolFinding =
  | { readonly found: readonly ToolDescription[] }
  /** Why there is none, in words for whoever built the app. */
  | { readonly found: null; readonly code: string; readonly message: string };

/** Host call: takes ToolReference[], answers with one ToolFinding each. */
export const ToolsDescribe = 'tools.describe';

/** Input of `tools.invoke`. */
export interface ToolRequest {
  readonly reference: ToolReference;
  /** JSON text of an object. */
  readonly arguments: JsonText;
  readonly callDepth: number;
}

/** Where a call stands. */
export interface ToolProgress {
  /** Asked for more with `tools.read`. */
  readonly call: string;
  /** What was streamed since the last answer. */
  readonly deltas: readonly { readonly name: string; readonly text: string }[];
  /** JSON text of the ToolResult; null: the call goes on. */
  readonly result: JsonText | null;
}

/**
 * Host call: takes a ToolRequest, answers with a ToolProgress as soon as there is anything to tell. Throws
 * `tools.not_installed`, `tools.not_configured`, `tools.call_too_deep`, `tools.timed_out`, `tools.tool_failed`, `tools.invalid_result`, and what
 * the tool throws.
 */
export const ToolsInvoke = 'tools.invoke';

/** Host call: takes `{ call }`, answers with the next ToolProgress. Throws as `tools.invoke`. */
export const ToolsRead = 'tools.read';
