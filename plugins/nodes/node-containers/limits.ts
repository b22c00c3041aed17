/** What the operator sets of containers. */
export interface ContainerLimits {
  /** Rounds of one loop. */
  readonly loopRounds: number;
  /** Rounds of an iteration that are open at the same time. */
  readonly iterationWidth: number;
}

/** App DSL, limits. */
export const usualLimits: ContainerLimits = { loopRounds: 100, iterationWidth: 10 };
