/** Names and paths that people give, checked before anybody is asked. */
import { PlatformError } from '#kernel';
import type { LinkSettings } from './link.ts';

/** What a branch may be called (git-check-ref-format), and nothing that a command line takes for an option. */
const branchName = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^\s\p{C}~^:?*[\\]{1,200}(?<![/.])$/u;

/** Throws `repositories.invalid` naming the field. */
export function checkedSettings(settings: LinkSettings): LinkSettings {
  return {
    ...settings,
    branch: checkedBranch(settings.branch),
    folder: checkedPath('folder', settings.folder),
    environmentFile: checkedPath('environment_file', settings.environmentFile),
  };
}

/** Throws `repositories.invalid`. */
export function checkedBranch(branch: string): string {
  if (!branchName.test(branch)) throw invalid('branch', 'This is no name of a branch.');
  return branch;
}

/** A path below the repository's root, without slashes at its ends. */
function checkedPath(field: string, path: string): string {
  const plain = path.trim().replaceAll(/^\/+|\/+$/g, '');
  if (plain === '') return '';
  const steps = plain.split('/');
  const isGood = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/^\.git$/i.test(step));
  if (!isGood || /[\\\p{C}]/u.test(plain)) {
    throw invalid(
      field,
      'A path leads from the top of the repository down, as apps/support: without .. and .git in it.',
    );
  }
  return plain;
}

export function invalid(field: string, message: string): PlatformError {
  return new PlatformError('invalid', 'repositories.invalid', message, { field });
}
