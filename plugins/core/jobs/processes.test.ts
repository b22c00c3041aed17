import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, type ServerProcess } from '#plugins/runs/testing/server-process.ts';
import { startWitness } from './testing/witness.ts';

const plugins = fileURLToPath(new URL('./testing/witness-job', import.meta.url));

let installation: Installation;
beforeAll(async () => {
  installation = await testInstallation({ WEFT_PLUGINS: plugins, WEFT_SILENT_SECONDS: '2' });
});
afterEach(killLeftovers);
afterAll(() => installation.dispose());

async function add(server: ServerProcess, urls: readonly string[]): Promise<void> {
  const jobs = urls.map((url) => ({ task: 'witness-job.tell', payload: { url } }));
  const management = await managementClient(server, installation);
  const answer = await management.request('/console/api/witness-jobs', { body: { jobs } });
  expect(answer.status).toBe(200);
}

describe('a job whose process is killed in the middle', () => {
  it('is run again by the next one', { timeout: 120_000 }, async () => {
    const witness = await startWitness(({ attempt }, response) => {
      if (attempt > 1) response.end('ok');
    });
    onTestFinished(() => witness.close());
    const killed = await installation.start();
    await add(killed, [`${witness.url}/a`]);
    await expect.poll(() => witness.seen.length).toBe(1);
    await killed.kill();
    const next = await installation.start();
    await expect.poll(() => witness.seen.length).toBe(2);
    expect(witness.seen).toMatchObject([
      { job: '/a', attempt: 1 },
      { job: '/a', attempt: 2, pid: next.pid },
    ]);
    expect((await next.stop()).code).toBe(0);
  });
});

describe('a process that is asked to stop', () => {
  it('finishes its jobs, and leaves what takes too long to the next one', { timeout: 120_000 }, async () => {
    const held: (() => void)[] = [];
    let isHolding = true;
    const witness = await startWitness(({ job }, response) => {
      if (isHolding && job === '/short') held.push(() => response.end('ok'));
      else if (!isHolding) response.end('ok');
    });
    onTestFinished(() => witness.close());
    const first = await installation.start({ WEFT_STOP_SECONDS: '2' });
    await add(first, [`${witness.url}/short`, `${witness.url}/long`]);
    await expect.poll(() => witness.seen.length).toBe(2);
    const stopped = first.stop();
    setTimeout(() => {
      for (const go of held) go();
    }, 300);
    await stopped;
    isHolding = false;
    const next = await installation.start();
    await expect.poll(() => witness.seen.length).toBe(3);
    // The attempt that could not be finished was nobody's fault, and does not count.
    expect(witness.seen[2]).toEqual({ job: '/long', attempt: 1, pid: next.pid });
  });
});

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  it('run each job once, and the jobs of one that is killed', { timeout: 120_000 }, async () => {
    let isHolding = false;
    const witness = await startWitness(({ attempt }, response) => {
      if (!isHolding || attempt > 1) setTimeout(() => response.end('ok'), 20);
    });
    onTestFinished(() => witness.close());
    const [here, there] = [await installation.start(), await installation.startOther()];
    const urls = Array.from({ length: 100 }, (_, index) => `${witness.url}/${index}`);
    await add(here, urls);
    await expect.poll(() => witness.seen.length).toBe(100);
    expect(new Set(witness.seen.map(({ job }) => job)).size).toBe(100);
    expect(new Set(witness.seen.map(({ pid }) => pid))).toEqual(new Set([here.pid, there.pid]));

    isHolding = true;
    await add(here, [`${witness.url}/held`]);
    await expect.poll(() => witness.seen.length).toBe(101);
    const [victim, heir] = witness.seen[100]?.pid === here.pid ? [here, there] : [there, here];
    await victim?.kill();
    await expect.poll(() => witness.seen.length).toBe(102);
    expect(witness.seen[101]).toEqual({ job: '/held', attempt: 2, pid: heir?.pid });
  });
});
