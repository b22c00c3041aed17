import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { currentProcessIdentity, isRunning } from './process-identity.ts';

it('this process runs, and another start under its pid does not', () => {
  const own = currentProcessIdentity();
  expect(isRunning(own)).toBe(true);
  if (own.startedAt !== null) expect(isRunning({ ...own, startedAt: '1' })).toBe(false);
});

it.skipIf(process.platform !== 'linux')(
  'a process that has ended runs no more, though its parent has not looked',
  async () => {
    // The parent becomes a program that never asks what became of its child, which ends after that: a shell would have asked.
    const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60']);
    try {
      const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
      const pid = Number(printed.toString());
      const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      await expect.poll(() => fields()[0]).toBe('Z');
      const startedAt = fields()[19] ?? null;
      expect(isRunning({ ...currentProcessIdentity(), pid, startedAt })).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
