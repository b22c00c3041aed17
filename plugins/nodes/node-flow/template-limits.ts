/** What the operator sets for template nodes. */
export interface TemplateLimits {
  /** Characters of a result. */
  readonly templateCharacters: number;
}

export const usualCharacters = 400_000;
