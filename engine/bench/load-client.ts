import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HttpConnection } from './http-connection.ts';
import type { LoadPlan, LoadResult } from './load-plan.ts';
import { TokenReader } from './token-reader.ts';

/** A process of its own: executes the plans it is sent, one at a time. */
process.on('message', (plan: LoadPlan) => {
  void runLoad(plan).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

interface Tally {
  requests: number;
  failures: number;
  failure: string | null;
  tokens: number;
  latencies: number[];
  firstTokens: number[];
  lateness: number[];
}

async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const connections = Array.from({ length: plan.callers }, () => new HttpConnection(plan.origin));
  if (plan.rounds === undefined) await measure(plan, connections, plan.seconds / 3);
  const startedAt = performance.now();
  const tally = await measure(plan, connections, plan.seconds);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  return { ...tally, seconds };
}

async function measure(plan: LoadPlan, connections: readonly HttpConnection[], seconds: number): Promise<Tally> {
  const tally: Tally = {
    requests: 0,
    failures: 0,
    failure: null,
    tokens: 0,
    latencies: [],
    firstTokens: [],
    lateness: [],
  };
  const until = performance.now() + seconds * 1000;
  const callers = connections.map(async (connection, index) => {
    if (plan.rampMs !== undefined) await pause((index / plan.callers) * plan.rampMs);
    for (let round = 0; plan.rounds === undefined ? performance.now() < until : round < plan.rounds; round += 1) {
      await call(plan, connection, tally);
      if (tally.failures > 10) return;
    }
  });
  await Promise.all(callers);
  return tally;
}

function randomKey(): string {
  return `Bearer app-${randomBytes(12).toString('hex')}`;
}

async function call(plan: LoadPlan, connection: HttpConnection, tally: Tally): Promise<void> {
  const reader = plan.tokensIn === undefined ? undefined : new TokenReader(plan.tokensIn);
  let firstToken: number | undefined;
  let refusal = '';
  const startedAt = performance.now();
  const onPiece = (piece: Buffer): void => {
    if (refusal.length < 500) refusal += piece.toString('latin1');
    if (reader?.read(piece)) firstToken ??= performance.now() - startedAt;
  };
  try {
    const { path, body, method = 'POST', status = 200 } = plan;
    const headers = plan.hasRandomKeys === true ? { ...plan.headers, authorization: randomKey() } : plan.headers;
    const answer = await connection.send({ method, path, headers, body }, reader && onPiece);
    if (answer.status !== status) throw new Error(`status ${answer.status}: ${answer.body || refusal}`);
    if (reader !== undefined && firstToken === undefined) throw new Error(`no token in the stream: ${refusal}`);
    if (answer.body.includes('"status":"failed"')) throw new Error(`the run failed: ${answer.body}`);
  } catch (error) {
    tally.failures += 1;
    tally.failure ??= error instanceof Error ? error.message.slice(0, 500) : String(error);
    return;
  }
  tally.requests += 1;
  tally.latencies.push(performance.now() - startedAt);
  if (reader === undefined || firstToken === undefined) return;
  tally.tokens += reader.tokens;
  tally.firstTokens.push(firstToken);
  for (const late of reader.lateness) tally.lateness.push(late);
}
