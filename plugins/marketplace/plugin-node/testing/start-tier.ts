import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import { NodeTier, type NodeTierOptions } from '#plugins/plugin-node/node-tier.ts';
import type { TierCall } from '#plugins/plugin-runner/contract.ts';

/** A driver that hands the input to what the module exports. */
export const plainDriver = '((plugin) => async (input) => plugin(input))';

const { signal } = new AbortController();
const noAsk: TierCall['ask'] = async () => ({ ok: false, kind: 'connection', message: 'nothing is granted' });

/** A real tier, and calls whose code is a function body with `input`. */
export function startTier(options: Partial<NodeTierOptions> = {}) {
  const tier = new NodeTier({
    ...{ confinement: confineHere, processes: 2, callsEach: 8, maxQueue: 100, idleMs: 60_000 },
    ...options,
  });
  const callOf = (body: string, input: unknown = {}, more: Partial<TierCall> = {}): TierCall => ({
    ...{ workspaceId: 'w1', integrity: body, driver: plainDriver, ask: noAsk, signal },
    code: `export default async (input) => { ${body} };`,
    input: JSON.stringify(input),
    limits: { timeMs: 20_000, memoryMb: 64, requests: 1000 },
    ...more,
  });
  const run = (body: string, input?: unknown, more?: Partial<TierCall>) => tier.run(callOf(body, input, more));
  /** What a call answers, or its error as text. */
  const value = async (body: string, input?: unknown, more?: Partial<TierCall>): Promise<unknown> => {
    const result = await run(body, input, more);
    return result.ok ? JSON.parse(result.output) : `${result.type}: ${result.message}`;
  };
  return { tier, run, value, close: () => tier.close() };
}
