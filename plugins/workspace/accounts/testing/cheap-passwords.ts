import { setHashingCost } from '#plugins/accounts/passwords.ts';

/** Passwords of this process are hashed in a hundredth of the time: for all tests that don't judge the hashing itself. */
export function hashCheaply(): void {
  setHashingCost({ memoryCost: 8, timeCost: 1 });
}

/** Does something with passwords hashed as a server does it. */
export async function hashingAsAServer<T>(work: () => Promise<T>): Promise<T> {
  setHashingCost(null);
  try {
    return await work();
  } finally {
    hashCheaply();
  }
}
