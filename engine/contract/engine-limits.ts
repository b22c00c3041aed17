import { maxValueSize } from '#engine/run/values/value-size.ts';

/** What the operator sets of documents and runs (app DSL, limits). */
export interface EngineLimits {
  /** Bytes of an application document, and of a layout beside one. */
  readonly documentBytes: number;
  /** Bytes of one environment or conversation value, texts as they are and anything else as JSON. */
  readonly variableBytes: number;
  /** Files that one run may be given (runtime API, size and time limits). */
  readonly filesPerRun: number;
  /** Containers inside each other. */
  readonly treeDepth: number;
  /** Attempts of a node after its first, whatever its settings ask for. */
  readonly retries: number;
  /** Milliseconds between two attempts, whatever the node's settings ask for. */
  readonly retryIntervalMs: number;
}

export const usualLimits: EngineLimits = {
  documentBytes: 10 * 1024 * 1024,
  variableBytes: 200 * 1024,
  filesPerRun: 10,
  treeDepth: 50,
  retries: 10,
  retryIntervalMs: 5_000,
};

/**
 * Bytes of a request that starts a run or goes on with one: what a value of a run may hold, each character written as an
 * escape (`\u4e2d`), and a little beside it.
 */
export const runBodyLimit = 6 * maxValueSize + 64 * 1024;

/** Bytes of a request that brings a document as a text in JSON, whose escapes make it a little longer. */
export function documentBodyLimit({ documentBytes }: EngineLimits): number {
  return Math.max(64 * 1024, Math.ceil(documentBytes * 1.6));
}
