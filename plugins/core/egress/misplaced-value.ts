import { PlatformError } from '#kernel';

/** A value that can't be written where it is put. It is not quoted: it may be a secret. */
export function misplaced(name: string, problem: string): PlatformError {
  const message = `The value of ${name} ${problem}. Values fill the place they are put in, and never change what is around it.`;
  return new PlatformError('invalid', 'egress.misplaced_value', message);
}
