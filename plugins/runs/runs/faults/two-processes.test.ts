import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type TestClient, testClient } from '#http/testing/client.ts';
import { type FaultApp, type FaultApps, importFaultApps } from '#plugins/runs/testing/fault-apps.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { call, readEvents } from '#plugins/runs/testing/open-stream.ts';
import type { ServerProcess } from '#plugins/runs/testing/server-process.ts';

interface Item {
  readonly number: number;
  readonly generation: number;
  readonly event: { readonly kind: string; readonly status?: string; readonly error?: string };
}

/** A server and its operator. */
interface Place {
  readonly server: ServerProcess;
  readonly operator: TestClient;
}

describe.skipIf(inject('testDatabaseUrl') === '')('two processes on one database', () => {
  let installation: Installation;
  let here: Place;
  let there: Place;
  let apps: FaultApps;

  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  async function open(): Promise<Place> {
    const server = await installation.start();
    return { server, operator: await managementClient(server, installation) };
  }

  async function openOther(): Promise<Place> {
    const server = await installation.startOther();
    return { server, operator: await managementClient(server, { home: installation.otherHome }) };
  }

  /** Starts a run here; reads its stream to the end, in the background. */
  async function start(app: FaultApp) {
    const response = await call(here.server.address, app, 'streaming', { user: 'u1', text: 'one two three' });
    const frames = readEvents(response);
    const first = (await frames.next()).value;
    const rest = (async () => {
      let last = first;
      for await (const frame of frames) last = frame;
      return last;
    })();
    return { runId: String(first?.workflow_run_id), taskId: String(first?.task_id), rest };
  }

  async function* follow({ operator }: Place, runId: string, query = ''): AsyncGenerator<Item> {
    const path = `/console/api/runs/${runId}/events?follow=true${query}`;
    const response = await operator.open(path);
    for await (const item of readEvents(response)) yield item as unknown as Item;
  }

  it('share what is needed to serve the same apps', async () => {
    here = await open();
    there = await openOther();
    apps = await importFaultApps(here.server.address, installation.home);
    for (const { server } of [here, there]) {
      expect((await call(server.address, apps.quick, 'blocking', { user: 'u1', text: 'x' })).status).toBe(200);
    }
  }, 60_000);

  it('show a run to its readers in both, from any event on, while it goes on and after it', async () => {
    const { runId, rest } = await start(apps.slow);
    const readers = [
      Array.fromAsync(follow(here, runId)),
      Array.fromAsync(follow(there, runId)),
      Array.fromAsync(follow(there, runId, '&after=5')),
      Array.fromAsync(follow(there, runId, '&after=5&generation=0')),
    ];
    const [own = [], ...others] = await Promise.all(readers);
    expect(await rest).toMatchObject({ event: 'workflow_finished', data: { status: 'succeeded' } });
    expect(own.length).toBeGreaterThan(20);
    expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
    expect(own.at(-1)?.event).toMatchObject({ kind: 'run-finished', status: 'succeeded' });
    expect(others).toEqual([own, own.slice(5), own.slice(5)]);
    for (const place of [here, there]) {
      expect(await Array.fromAsync(follow(place, runId))).toEqual(own);
      expect(await Array.fromAsync(follow(place, runId, '&after=7'))).toEqual(own.slice(7));
    }
  }, 60_000);

  it('give a reader who is cut off after each event every event once', async () => {
    const { runId, rest } = await start(apps.slow);
    const read: Item[] = [];
    while (read.at(-1)?.event.kind !== 'run-finished') {
      const last = read.at(-1);
      const query = last === undefined ? '' : `&after=${last.number}&generation=${last.generation}`;
      for await (const item of follow(read.length % 2 === 0 ? there : here, runId, query)) {
        read.push(item);
        break;
      }
    }
    await rest;
    expect(read).toEqual(await Array.fromAsync(follow(there, runId)));
  }, 60_000);

  it.each(['the route of the app', 'the operator'])(
    'stop a run of the other one by %s',
    async (who) => {
      const { runId, taskId, rest } = await start(apps.endless);
      const reading = Array.fromAsync(follow(there, runId));
      const stop = async () => {
        const answer =
          who === 'the operator'
            ? await there.operator.request(`/console/api/runs/${runId}/stop`, {
                method: 'POST',
              })
            : await testClient(there.server.address, apps.endless.key).request(`/v1/workflows/tasks/${taskId}/stop`, {
                body: { user: 'u1' },
              });
        expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
      };
      await stop();
      expect(await rest).toMatchObject({ event: 'workflow_finished', data: { status: 'stopped' } });
      expect((await reading).at(-1)?.event).toMatchObject({
        kind: 'run-finished',
        status: 'stopped',
        error: expect.stringContaining('Stopped by'),
      });
    },
    30_000,
  );

  it('go on telling of a run whose process was killed, once it goes on elsewhere', async () => {
    const { runId, rest } = await start(apps.slow);
    rest.catch(() => {});
    const seen: Item[] = [];
    const isCutOff = (async () => {
      for await (const item of follow(here, runId)) seen.push(item);
    })().then(
      () => false,
      () => true,
    );
    const reading = Array.fromAsync(follow(there, runId));
    await expect.poll(() => seen.length, { interval: 10 }).toBeGreaterThan(8);
    await here.server.kill();
    expect(await isCutOff).toBe(true);
    // The same folder: what its last process left is taken over at once.
    here = await open();
    const all = await reading;
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1));
    expect(all.at(-1)?.event).toMatchObject({ kind: 'run-finished', status: 'succeeded' });
    const next = all.findIndex(({ generation }) => generation === 1);
    expect(next).toBeGreaterThan(0);
    expect(all[next]?.event).toMatchObject({ kind: 'run-started', reason: 'resumption' });
    expect(all.slice(next).every(({ generation }) => generation === 1)).toBe(true);
    expect(all.slice(0, next)).toEqual(seen.slice(0, next));
    // One who saw what never became durable goes on where the run did.
    const after = seen.at(-1)?.number ?? 0;
    expect(after).toBeGreaterThanOrEqual(next);
    for (const place of [here, there]) {
      expect(await Array.fromAsync(follow(place, runId, `&after=${after}&generation=0`))).toEqual(all.slice(next));
      expect(await Array.fromAsync(follow(place, runId))).toEqual(all);
    }
  }, 60_000);
});
