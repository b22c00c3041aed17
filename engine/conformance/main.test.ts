import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readEnvironment } from '#kernel';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function run(...args: readonly string[]): Promise<{ code: number | null; err: string }> {
  const child = spawn(process.execPath, [main, ...args], {
    env: readEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, err })));
}

it.each<[string, readonly string[]]>([
  ['no folder', []],
  ['two folders', ['a', 'b']],
  ['an unknown option', ['a', '--fast']],
  ['a timeout that is no time', ['a', '--timeout', 'soon']],
])('a call with %s shows how to call it and ends with 2', async (_case, args) => {
  expect(await run(...args)).toEqual({ code: 2, err: expect.stringMatching(/^usage: /) });
});

it('a folder that is not there, or has no documents, is named, and ends with 1', async () => {
  expect(await run('/no/such/folder')).toEqual({ code: 1, err: expect.stringContaining('/no/such/folder') });
  const own = fileURLToPath(new URL('.', import.meta.url));
  expect(await run(own)).toEqual({ code: 1, err: expect.stringContaining('no .yml, .yaml or .json file') });
});
