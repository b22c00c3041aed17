import { describe, expect, it } from 'vitest';
import { NodeError, type NodeImplementation, type RunEvent } from '#engine';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { type RunSketch, startInPlace } from '#engine/testing/run-in-place.ts';

/** A run of one node that is retried after 100 ms, twice unless told otherwise. */
function sketch(settings: Record<string, unknown>, retries = 2): RunSketch {
  const retry_config = { retry_enabled: true, max_retries: retries, retry_interval: 100 };
  return {
    nodes: { start: { type: 'start' }, http: { type: 'work', retry_config, ...settings } },
    edges: [['start', 'http']],
  };
}

async function eventsOf(run: ReturnType<typeof startInPlace>): Promise<readonly RunEvent[]> {
  await run.clock.until(run.done);
  return run.events;
}

function processData(events: readonly RunEvent[]): unknown {
  const ends = events.filter((event) => event.kind === 'node-finished' && event.nodeId === 'http');
  expect(ends).toHaveLength(1);
  const [end] = ends;
  return end?.kind === 'node-finished' && end.processData !== null ? JSON.parse(end.processData) : null;
}

const attempt = (retry_index: number, elapsed_time: number) =>
  expect.objectContaining({ retry_index, error: 'http fails', error_type: 'FakeError', elapsed_time });

describe('the record of a retried node', () => {
  it('remembers the attempts that failed, beside what the node says itself', async () => {
    const telling: NodeImplementation = {
      compile: () => ({ runs: 0 }),
      async run(state) {
        const count = state as { runs: number };
        count.runs += 1;
        if (count.runs < 3)
          throw new NodeError('FakeError', 'http fails', { details: { processData: { told: 'then' } } });
        return { outputs: {}, processData: { told: 'now' } };
      },
    };
    const kinds = { telling: fakeKind(telling, { retry: true }) };
    const events = await eventsOf(startInPlace({ ...sketch({ type: 'telling' }), kinds }));
    expect(processData(events)).toEqual({ told: 'now', retry_history: [attempt(1, 0), attempt(2, 0.1)] });
    const retries = events.flatMap((event) => (event.kind === 'node-retry' ? [event.processData] : []));
    expect(retries).toEqual(['{"told":"then"}', '{"told":"then"}']);
  });

  it.each([
    ['that failed for good', {}],
    ['that took its error strategy', { error_strategy: 'fail-branch' }],
  ])('remembers those of a node %s', async (_case, settings) => {
    const events = await eventsOf(startInPlace(sketch({ fails: true, ...settings })));
    expect(processData(events)).toEqual({ retry_history: [attempt(1, 0), attempt(2, 0.1)] });
  });

  it('remembers those of a node that was stopped while it waited for the next', async () => {
    const run = startInPlace(sketch({ fails: true }));
    await run.clock.advance(150);
    run.send({ kind: 'abort', reason: 'enough' });
    expect(processData(await eventsOf(run))).toEqual({ retry_history: [attempt(1, 0), attempt(2, 0.1)] });
  });

  it('remembers those from before a crash', async () => {
    const first = startInPlace(sketch({ fails: 2 }));
    await eventsOf(first);
    const cut = first.events.findIndex((event) => event.kind === 'node-retry') + 1;
    const past = { events: first.events.slice(0, cut) };
    const again = startInPlace({ ...sketch({ fails: 1 }), past });
    expect(processData(await eventsOf(again))).toEqual({ retry_history: [attempt(1, 0), attempt(2, 0)] });
  });

  it('says nothing of attempts where there was one, keeps long errors short, and secrets out', async () => {
    expect(processData(await eventsOf(startInPlace(sketch({}))))).toBeNull();
    const shouting: NodeImplementation = {
      compile: () => null,
      run: (_, { variables }) => {
        throw new NodeError('FakeError', `${variables.get(['env', 'key'])}${'x'.repeat(5000)}`);
      },
    };
    const kinds = { shouting: fakeKind(shouting, { retry: true }) };
    const environment = [{ name: 'key', valueType: 'secret' as const, value: '' }];
    const secrets = { key: 's3cret-value' };
    const loud = { ...sketch({ type: 'shouting' }), kinds, environment, secrets };
    const told = JSON.stringify(processData(await eventsOf(startInPlace(loud))));
    expect(told).toContain(`"***${'x'.repeat(997)}…"`);
    expect(told).not.toContain('s3cret');
  });
});
