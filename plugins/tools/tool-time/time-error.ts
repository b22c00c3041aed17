import { PlatformError } from '#kernel';

/** What is wrong with a time, a zone or a format, for whoever gave it: a person or a model. */
export function badTime(problem: string): PlatformError {
  return new PlatformError('invalid', 'tool-time.bad_time', `The time can't be told: ${problem}.`);
}
