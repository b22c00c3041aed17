import { isPlatformError } from '#kernel';
import { CommandError } from '#plugins/commands/contract.ts';

/** What the commands do, loaded when one of them runs: all other commands go without. */
export function sdk() {
  return import('#plugins/plugin-sdk/local/local.ts');
}

/** Fails as commands fail. */
export async function failed<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isPlatformError(error)) throw new CommandError(error.code, error.message);
    throw error;
  }
}
