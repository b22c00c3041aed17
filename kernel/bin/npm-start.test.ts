import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '#kernel/config.ts';
import { temporaryFolder } from '#kernel/testing/temporary-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('npm start stops gracefully when only npm is told to, and leaves no server behind', async () => {
  const env = { ...readEnvironment(), WEFT_HOME: await temporaryFolder(), PORT: '0', HOST: '127.0.0.1' };
  const child = spawn('npm', ['start'], { cwd: root, env, detached: true });
  const group = -(child.pid ?? 0);
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL');
    } catch {
      // All of it has ended, as it should.
    }
  });
  let output = '';
  // Its pipes are closed when the last process that writes to them has ended.
  const closed = new Promise((resolve) => child.on('close', resolve));
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data.toString();
        if (output.includes('Weft listens')) resolve();
      });
    }
    void closed.then(() => resolve());
  });
  expect(output).toContain('Weft listens');
  child.kill('SIGTERM');
  await closed;
  expect(output).toContain('"Stopping"');
}, 90_000);
