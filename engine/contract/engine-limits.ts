/** What the operator sets of documents and runs (app DSL, limits). */
export interface EngineLimits {
  /** Bytes of one environment or conversation value, texts as they are and anything else as JSON. */
  readonly variableBytes: number;
  /** Containers inside each other. */
  readonly treeDepth: number;
  /** Attempts of a node after its first, whatever its settings ask for. */
  readonly retries: number;
}

export const usualLimits: EngineLimits = { variableBytes: 200 * 1024, treeDepth: 50, retries: 10 };
