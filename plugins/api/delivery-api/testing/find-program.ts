import { accessSync, constants } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { readEnvironment } from '#kernel';

/**
 * Where a program of one of these names is, for tests that need one which this project does not bring. Without it they are
 * left out, and it is said what; in CI that is an error.
 */
export function findProgram(names: readonly string[], leftOut: string): string | null {
  const environment = readEnvironment();
  for (const name of names) {
    for (const folder of (environment.PATH ?? '').split(delimiter)) {
      const path = resolve(folder, name);
      if (isExecutable(path)) return path;
    }
  }
  const message = `Left out: ${leftOut}; there is no ${names.join(' or ')} on PATH.`;
  if (environment.CI !== undefined && environment.CI !== '')
    throw new Error(`${message} In CI nothing may be left out.`);
  process.stderr.write(`${message}\n`);
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
