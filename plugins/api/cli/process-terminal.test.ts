import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '#kernel';
import { findProgram } from '#plugins/delivery-api/testing/find-program.ts';
import { streamingServer } from './testing/streaming-server.ts';

const bin = join(import.meta.dirname, 'bin/weft.mjs');
// The one of Linux gives a command a terminal; those of other systems are called differently.
const script = process.platform === 'linux' ? findProgram(['script'], 'weft chat at a terminal') : null;
const app = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';
const answer = [
  { event: 'message', conversation_id: 'c1', answer: 'Well' },
  { event: 'message_end', conversation_id: 'c1' },
];
const failing = [{ event: 'error', code: 'boom', message: 'boom at noon' }];

/** Runs a program, types these lines and ends the input; what it printed, and its exit code. */
async function typed(program: string, argv: readonly string[], { url, lines }: { url: string; lines: string }) {
  const child = spawn(program, argv, { env: { ...readEnvironment(), WEFT_URL: url, WEFT_TOKEN: 'x' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  child.stdin.end(lines);
  const [code] = await once(child, 'close');
  return { code, out, err };
}

const piped = (url: string, ...more: string[]) =>
  typed(process.execPath, [bin, 'chat', app, ...more], { url, lines: 'One\nTwo\n' });

it('weft chat prints answers and no prompt where lines are piped, and JSON lines only with --json', async () => {
  const { platform } = await streamingServer([answer, answer, answer, answer]);
  expect(await piped(platform.url)).toEqual({ code: 0, out: 'Well\nWell\n', err: '' });
  const { code, out, err } = await piped(platform.url, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([...answer, ...answer]);
});

it('weft ends without a complaint when nobody reads on', async () => {
  const { platform } = await streamingServer([answer, answer]);
  const env = { ...readEnvironment(), WEFT_URL: platform.url, WEFT_TOKEN: 'x' };
  const child = spawn(process.execPath, [bin, 'chat', app], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  child.stdin.write('One\n');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end('Two\n');
  const [code] = await once(child, 'close');
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

it('weft chat exits 1 at an error where lines are piped', async () => {
  const { platform, bodies } = await streamingServer([failing, answer]);
  expect(await piped(platform.url)).toEqual({ code: 1, out: '\n', err: 'weft: boom at noon\n' });
  expect(bodies).toHaveLength(1);
});

it.skipIf(script === null)('weft chat asks a person beside what it prints, and goes on after an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-terminal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const printed = join(folder, 'printed');
  const { platform } = await streamingServer([failing, answer]);
  const command = `'${process.execPath}' '${bin}' chat ${app} --json > '${printed}'`;
  const lines = 'One\nTwo\n\n';
  const { code, out } = await typed(script ?? '', ['-qec', command, '/dev/null'], { url: platform.url, lines });
  expect(code).toBe(0);
  expect(out).toContain('you> ');
  expect(out).toContain('{"error":{"code":"boom","message":"boom at noon"}}');
  const events = (await readFile(printed, 'utf8')).trimEnd().split('\n');
  expect(events.map((line) => JSON.parse(line))).toEqual([...failing, ...answer]);
});
