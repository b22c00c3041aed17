import { PlatformError } from '#kernel';

/** `reason` reads after "The plugin can't be used: ". */
export function invalidPackage(reason: string): PlatformError {
  return new PlatformError('invalid', 'plugin-packages.invalid_package', `The plugin can't be used: ${reason}.`);
}
