import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from './http-connection.ts';
import type { SoakCall, SoakPlan, SoakResult } from './soak-plan.ts';

/** A process of its own: executes the plans it is sent, one at a time. */
process.on('message', (plan: SoakPlan) => {
  void soak(plan).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** More requests than this are never under way: the server is behind, and those that wait count as late. */
const MOST = 512;
const CALLERS = 32;

interface Tally {
  requests: number;
  readonly failures: string[];
  readonly latencies: number[];
}

async function soak(plan: SoakPlan): Promise<SoakResult> {
  const tally: Tally = { requests: 0, failures: [], latencies: [] };
  const startedAt = performance.now();
  const until = startedAt + plan.seconds * 1000;
  const order = mixed(plan.calls);
  let begun = 0;
  const due = (index: number) => (plan.rate === undefined ? performance.now() : startedAt + (index / plan.rate) * 1000);
  const caller = async () => {
    const connection = new HttpConnection(plan.origin);
    for (;;) {
      const index = begun++;
      const dueAt = due(index);
      if (dueAt >= until) break;
      const early = dueAt - performance.now();
      if (early > 1) await pause(early);
      const call = order[index % order.length];
      if (call !== undefined) await send(connection, call, { tally, dueAt });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: plan.rate === undefined ? CALLERS : MOST }, caller));
  return { ...tally, seconds: (performance.now() - startedAt) / 1000 };
}

/** Calls by their share, spread evenly. */
function mixed(calls: readonly SoakCall[]): SoakCall[] {
  const spread = calls.flatMap((call) =>
    Array.from({ length: call.share }, (_, index) => ({ call, place: (index + 0.5) / call.share })),
  );
  return spread.sort((one, other) => one.place - other.place).map(({ call }) => call);
}

async function send(connection: HttpConnection, call: SoakCall, run: { tally: Tally; dueAt: number }): Promise<void> {
  const { tally, dueAt } = run;
  try {
    const { status, body } = await connection.send(call);
    if (status !== call.status) throw new Error(`status ${status}: ${body.slice(0, 300)}`);
    if (body.includes('"status":"failed"')) throw new Error(`the run failed: ${body.slice(0, 300)}`);
  } catch (error) {
    tally.failures.push(`${call.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  tally.requests += 1;
  tally.latencies.push(performance.now() - dueAt);
}
