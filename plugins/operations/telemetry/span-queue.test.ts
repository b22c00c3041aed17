import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LogLine, recordingLogger } from '#http/testing/server.ts';
import { readableSpan } from './span.ts';
import { SpanQueue } from './span-queue.ts';
import { type Collector, startCollector } from './testing/collector.ts';

let collector: Collector;
let log: LogLine[];

beforeEach(async () => {
  collector = await startCollector();
  log = [];
});
afterEach(() => collector[Symbol.asyncDispose]());

function openQueue(limits: { readonly maxWaiting?: number; readonly batch?: number; readonly timeout?: number } = {}) {
  const { maxWaiting = 100, batch = 10, timeout = 300 } = limits;
  const url = `${collector.url}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: timeout });
  return new SpanQueue(exporter, recordingLogger(log), { maxWaiting, batch, interval: 10 });
}

const resource = resourceFromAttributes({ 'service.name': 'test' });
const span = (index: number) =>
  readableSpan(
    {
      traceId: '1'.repeat(32),
      spanId: index.toString(16).padStart(16, '0'),
      parentId: null,
      name: `span ${index}`,
      kind: 'internal',
      startedAt: 1_700_000_000_123.5,
      elapsed: 0.25,
      error: null,
      attributes: { index },
    },
    resource,
  );

function fill(queue: SpanQueue, count: number): void {
  for (let index = 1; index <= count; index += 1) queue.add(span(index));
}

describe('spans on their way to a collector', () => {
  it('arrive all, in batches, with their times', async () => {
    const queue = openQueue();
    fill(queue, 35);
    await expect.poll(() => collector.spans.length).toBe(35);
    expect(collector.requests()).toBeLessThan(35);
    await expect.poll(() => queue.exported).toBe(35);
    expect([queue.dropped, queue.waiting]).toEqual([0, 0]);
    expect(collector.spans[0]).toMatchObject({
      name: 'span 1',
      startTimeUnixNano: '1700000000123500000',
      endTimeUnixNano: '1700000000373500000',
      attributes: { index: 1 },
    });
    await queue.close(AbortSignal.timeout(5_000));
  });

  it.each(['hang', 'reset', 'refuse'] as const)('are dropped and counted when the collector does: %s', async (how) => {
    collector.behave = how;
    const queue = openQueue({ maxWaiting: 20 });
    fill(queue, 100);
    // One batch is under way, so many wait, and nobody waited for them.
    expect(queue.waiting).toBe(20);
    expect(queue.dropped).toBe(70);
    await expect.poll(() => queue.dropped).toBe(100);
    expect([queue.exported, queue.waiting]).toEqual([0, 0]);
    expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);

    collector.behave = 'well';
    fill(queue, 5);
    await expect.poll(() => queue.exported).toBe(5);
    await queue.close(AbortSignal.timeout(5_000));
  });

  it('are dropped when nobody listens', async () => {
    await collector[Symbol.asyncDispose]();
    const queue = openQueue();
    fill(queue, 3);
    await expect.poll(() => queue.dropped).toBe(3);
  });

  it('are sent when the process ends, but not waited for longer than it may', async () => {
    const well = openQueue();
    fill(well, 25);
    await well.close(AbortSignal.timeout(10_000));
    expect(well.exported).toBe(25);
    collector.behave = 'hang';
    const hanging = openQueue({ timeout: 60_000 });
    fill(hanging, 25);
    await hanging.close(AbortSignal.timeout(50));
    expect(hanging.waiting).toBe(0);
    expect(hanging.dropped).toBe(15);
  });
});
