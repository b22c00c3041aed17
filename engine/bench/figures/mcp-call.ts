import { workflowCall } from '#engine/bench/calls.ts';
import { trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure } from '#engine/bench/figure.ts';
import { median } from '#engine/bench/statistics.ts';

const calls = ['v1', 'older', 'newer'] as const;
const modern = '2026-07-28';
const tool = 'bench';

/** In turns, for the difference is smaller than what a busy machine adds to each. */
export const mcpCall: Figure = {
  name: 'mcp-call',
  title: 'A call of a workflow of 10 trivial nodes over MCP, next to the same over /v1, 8 callers',
  async measure(bench) {
    const server = await bench.server();
    const key = await server.publish(trivialWorkflow());
    const authorization = `Bearer ${key}`;
    const appId = await server.serve(key, tool);
    const message = (meta: object) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: { text: 'hello' }, ...meta },
      });
    const capabilities = { 'io.modelcontextprotocol/clientCapabilities': {} };
    const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': modern, ...capabilities } };
    const accept = 'application/json, text/event-stream';
    const own = { 'mcp-protocol-version': modern, 'mcp-method': 'tools/call', 'mcp-name': tool };
    const shared = { origin: server.origin, path: `/mcp/apps/${appId}` };
    const plans = {
      v1: workflowCall(server.origin, key, { text: 'hello' }),
      older: { ...shared, headers: { authorization, accept }, body: message({}) },
      newer: { ...shared, headers: { authorization, accept, ...own }, body: message(meta) },
    };
    const times: Record<string, number[]> = {};
    const rounds = bench.isQuick ? 100 : 400;
    for (let turn = 0; turn < 11; turn += 1) {
      // Each begins in turn: what the one before leaves to be written is counted with the next.
      for (const name of [...calls.slice(turn % calls.length), ...calls.slice(0, turn % calls.length)]) {
        const before = await server.processorTime();
        const load = await bench.load({ ...plans[name], callers: 8, seconds: 0, rounds });
        if (load.failure !== null) throw new Error(load.failure);
        const spent = (await server.processorTime()) - before;
        // The first turns warm up.
        if (turn > 1) times[name] = [...(times[name] ?? []), (spent / load.requests) * 1e3];
      }
    }
    const of = (name: (typeof calls)[number]) => median(times[name] ?? []);
    const floor = { what: 'POST /v1/workflows/run', value: of('v1') };
    return [
      { what: 'processor time of a call, opened by initialize', value: of('older'), unit: 'ms', floor },
      { what: 'processor time of a call, 2026-07-28', value: of('newer'), unit: 'ms', floor },
      { what: 'a call adds', value: Math.max(of('older'), of('newer')) - of('v1'), unit: 'ms' },
    ];
  },
};
