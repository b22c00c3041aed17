import { chatCall, floorCall, modelCall, workflowCall } from '#engine/bench/calls.ts';
import { modelChat, modelWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import { peakMemory } from '#engine/bench/peak-memory.ts';
import type { Server } from '#engine/bench/server.ts';
import { median, quantile } from '#engine/bench/statistics.ts';

async function platform(bench: Workbench): Promise<Server> {
  const server = await bench.server();
  await server.useModels(bench.models);
  return server;
}

export const modelThroughput: Figure = {
  name: 'model-32',
  title: 'One model call of 20 tokens, blocking, 32 callers',
  async measure(bench) {
    const server = await platform(bench);
    const key = await server.publish(modelWorkflow('tokens-20'));
    const size = { callers: 32, seconds: bench.seconds };
    const floor = await bench.load({ ...floorCall(bench.floors, '/model', 'tokens-20'), ...size });
    const own = await bench.load({ ...workflowCall(server.origin, key, { text: 'hello' }), ...size });
    const value = own.requests / own.seconds;
    return [
      {
        what: 'throughput',
        value,
        unit: 'calls/s',
        floor: { what: 'koa and fetch', value: floor.requests / floor.seconds },
      },
    ];
  },
};

export const tokenThroughput: Figure = {
  name: 'tokens-32',
  title: '32 streams of 500 tokens, as fast as they come',
  async measure(bench) {
    const server = await platform(bench);
    const key = await server.publish(modelChat('tokens-500'));
    const size = { callers: 32, seconds: bench.seconds };
    const floor = await bench.load({ ...floorCall(bench.floors, '/stream', 'tokens-500'), ...size });
    const own = await bench.load({ ...chatCall(server.origin, key), ...size });
    const value = own.tokens / own.seconds;
    return [
      {
        what: 'throughput',
        value,
        unit: 'tokens/s',
        floor: { what: 'koa relaying by hand', value: floor.tokens / floor.seconds },
      },
    ];
  },
};

export const firstToken: Figure = {
  name: 'first-token',
  title: 'Time to the first token, over calling the model directly',
  async measure(bench) {
    const server = await platform(bench);
    const key = await server.publish(modelChat('paced-10-20'));
    const rows: Row[] = [];
    for (const callers of [1, 32]) {
      const size = { callers, seconds: bench.seconds };
      const direct = median((await bench.load({ ...modelCall(bench.models, 'paced-10-20'), ...size })).firstTokens);
      const own = await bench.load({ ...chatCall(server.origin, key), ...size });
      const what = callers === 1 ? '1 stream' : `${callers} streams`;
      rows.push({ what: `${what}, median`, value: median(own.firstTokens) - direct, unit: 'ms more' });
      rows.push({ what: `${what}, 99 %`, value: quantile(own.firstTokens, 0.99) - direct, unit: 'ms more' });
    }
    return rows;
  },
};

export const openStreams: Figure = {
  name: 'streams-1000',
  title: 'Open streams at 20 tokens a second each',
  async measure(bench) {
    const callers = bench.isQuick ? 200 : 1000;
    const model = bench.isQuick ? 'paced-40-50' : 'paced-120-50';
    const server = await platform(bench);
    const key = await server.publish(modelChat(model));
    const size = { callers, seconds: 0, rounds: 1, rampMs: 2000 };
    const floor = await bench.load({ ...floorCall(bench.floors, '/stream', model), ...size });
    const idle = await server.memory();
    const measuring = new AbortController();
    const peak = peakMemory(server, measuring.signal);
    const own = await bench.load({ ...chatCall(server.origin, key), ...size });
    measuring.abort();
    const late = (samples: readonly number[]): number => quantile(samples, 0.99);
    const floors = { what: 'koa relaying by hand', value: late(floor.lateness) };
    return [
      { what: `${callers} streams, lateness, 99 %`, value: late(own.lateness), unit: 'ms', floor: floors },
      { what: `${callers} streams, lateness, median`, value: median(own.lateness), unit: 'ms' },
      { what: `${callers} streams, memory over idle`, value: (await peak) - idle, unit: 'MB' },
      { what: `${callers} streams, failed`, value: own.failures, unit: 'streams' },
    ];
  },
};
