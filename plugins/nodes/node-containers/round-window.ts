import type { Round } from '#engine';

/** Rounds of an iteration: how many, how many at a time, and what to do with each. */
export interface RoundPlan {
  readonly count: number;
  readonly width: number;
  open(index: number): Promise<Round>;
  /** Takes a round that is over; false when no more rounds are to be opened. */
  take(index: number, round: Round): boolean;
}

/** Keeps up to `width` rounds open, in index order. Resolves when all that were opened are over. */
export async function runRounds({ count, width, open, take }: RoundPlan): Promise<void> {
  let next = 0;
  let goesOn = true;
  const work = async (): Promise<void> => {
    while (goesOn && next < count) {
      const index = next;
      next += 1;
      try {
        if (!take(index, await open(index))) goesOn = false;
      } catch (error) {
        goesOn = false;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, work));
}
