import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './source-file.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Files that may hold anything but text. */
const isText = /\.(ts|tsx|mts|js|mjs|cjs|json|md|css|html|yml|yaml|sql|svg|txt)$/;

/** Every file that is tracked or would be, as it is on disk; of other than text only the path. */
export function readRepository(): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)));
  return paths.sort().map((path) => ({ path, text: isText.test(path) ? readFileSync(join(root, path), 'utf8') : '' }));
}
