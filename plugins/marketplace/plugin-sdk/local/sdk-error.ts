import { PlatformError } from '#kernel';

/** What is wrong with a package that somebody is writing, with the remedy. */
export function badProject(message: string): PlatformError {
  return new PlatformError('invalid', 'plugin-sdk.bad_project', message);
}
