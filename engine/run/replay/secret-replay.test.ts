import { describe, expect, it } from 'vitest';
import type { NodeImplementation, RunEvent } from '#engine';
import { fakeKind } from '#engine/testing/fake-nodes.ts';
import { type RunSketch, runInPlace, startInPlace } from '#engine/testing/run-in-place.ts';

const start = { type: 'start' };
const work = (settings: Record<string, unknown> = {}) => ({ type: 'work', ...settings });
const answer = (text: string) => ({ type: 'answer', answer: text });

async function resumed(sketch: RunSketch, events: readonly RunEvent[]): Promise<readonly RunEvent[]> {
  const run = startInPlace({ ...sketch, past: { events } });
  await run.clock.until(run.done);
  return run.events;
}

describe('secrets in the journal', () => {
  /** Tells that a value has come back without showing it. */
  const measure = fakeKind({
    compile: () => null,
    run: (_, { variables }) => {
      const [name = ''] = variables.names('l');
      return { outputs: { n: String(variables.get(['l', name])).length } };
    },
  });

  it('are nowhere in the journal, and back when a run goes on', async () => {
    const leak: NodeImplementation = {
      compile: () => null,
      run: (_, { variables }) => ({ outputs: { header: `Bearer ${String(variables.get(['env', 'key']))}` } }),
    };
    const sketch: RunSketch = {
      kinds: { leak: fakeKind(leak), measure },
      nodes: {
        start,
        l: { type: 'leak' },
        wait: work({ delay: 5 }),
        m: { type: 'measure' },
        out: answer('{{#l.header#}}, of {{#m.n#}} characters'),
      },
      edges: [
        ['start', 'l'],
        ['l', 'wait'],
        ['wait', 'm'],
        ['m', 'out'],
      ],
      environment: [{ name: 'key', valueType: 'secret' }],
      secrets: { key: 'p"ss-w0rd' },
    };
    const whole = await runInPlace(sketch);
    const cut = whole.events.findIndex((event) => event.kind === 'node-started' && event.nodeId === 'wait') + 1;
    const before = whole.events.slice(0, cut);
    expect(JSON.stringify(before)).not.toContain('ss-w0rd');
    expect((await resumed(sketch, before)).at(-1)).toMatchObject({ answer: 'Bearer ***, of 16 characters' });
  });

  it('are kept out of the journal when a fork puts them in place of others', async () => {
    const sketch: RunSketch = {
      nodes: { start, out: answer('{{#env.key#}}') },
      edges: [['start', 'out']],
      environment: [{ name: 'key', valueType: 'secret' }],
      secrets: { key: 'old-key' },
    };
    const { events } = await runInPlace(sketch);
    const fork = { events, nodeId: 'out', values: [{ selector: ['env', 'key'], value: '"new-key"' }] };
    const report = await runInPlace({ ...sketch, past: { events: [], fork } });
    expect(report.finished).toMatchObject({ answer: '***' });
    expect(JSON.stringify(report.events)).not.toContain('new-key');
  });

  it('come back when some of them are part of what stands for others', async () => {
    const secrets = Object.fromEntries([...'0123456789abcdef', 'long-secret'].map((value) => [`key_${value}`, value]));
    const leak: NodeImplementation = {
      compile: () => null,
      run: () => ({ outputs: { text: 'long-secret and 0123456789abcdef' } }),
    };
    const sketch: RunSketch = {
      kinds: { leak: fakeKind(leak), measure },
      nodes: {
        start,
        l: { type: 'leak' },
        wait: work({ delay: 5 }),
        m: { type: 'measure' },
        out: answer('{{#l.text#}} {{#m.n#}}'),
      },
      edges: [
        ['start', 'l'],
        ['l', 'wait'],
        ['wait', 'm'],
        ['m', 'out'],
      ],
      environment: Object.keys(secrets).map((name) => ({ name, valueType: 'secret' })),
      secrets,
    };
    const { events } = await runInPlace(sketch);
    const cut = events.findIndex((event) => event.kind === 'node-started' && event.nodeId === 'wait') + 1;
    const end = (await resumed(sketch, events.slice(0, cut))).at(-1);
    expect(end).toMatchObject({ answer: '*** and 0123456789abcdef 32' });
  });
});
