/** What the operator sets of what code returns (app DSL, code; limits). */
export interface CodeLimits {
  /** Characters of one text. */
  readonly textCharacters: number;
  /** Items of one list. */
  readonly items: number;
  /** Objects inside each other. */
  readonly depth: number;
}

export const usualLimits: CodeLimits = { textCharacters: 400_000, items: 1_000, depth: 20 };
