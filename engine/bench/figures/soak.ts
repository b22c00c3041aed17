import { chatCall, workflowCall } from '#engine/bench/calls.ts';
import { startChild } from '#engine/bench/child.ts';
import { modelChat, trivialWorkflow } from '#engine/bench/documents.ts';
import type { Figure, Row, Workbench } from '#engine/bench/figure.ts';
import { makeHome, type Server } from '#engine/bench/server.ts';
import type { SoakCall, SoakPlan, SoakResult } from '#engine/bench/soak-plan.ts';
import { median, quantile } from '#engine/bench/statistics.ts';

/** Of what the server can do at most. */
const SHARE = 0.8;
const boundary = 'weft-bench-boundary';
const form = [
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n`,
  `${'a line of an uploaded text\n'.repeat(800)}`,
  `--${boundary}\r\nContent-Disposition: form-data; name="user"\r\n`,
  'bench',
  `--${boundary}--\r\n`,
].join('\r\n');

async function mixOf(bench: Workbench, server: Server): Promise<SoakCall[]> {
  await server.useModels(bench.models);
  const workflow = await server.publish(trivialWorkflow());
  const chat = await server.publish(modelChat('tokens-20'));
  const chatting = chatCall(server.origin, chat);
  const said = await fetch(`${server.origin}${chatting.path}`, {
    method: 'POST',
    headers: { ...chatting.headers, 'content-type': 'application/json' },
    body: chatting.body,
  });
  const [, conversation] = /"conversation_id":"([0-9a-f-]{36})"/.exec(await said.text()) ?? [];
  const read = (name: string, path: string): SoakCall => {
    return { name, share: 6, method: 'GET', path, headers: chatting.headers, body: '', status: 200 };
  };
  const run = workflowCall(server.origin, workflow, { text: 'hello' });
  return [
    { name: 'run', share: 20, method: 'POST', path: run.path, headers: run.headers, body: run.body, status: 200 },
    {
      name: 'chat',
      share: 6,
      method: 'POST',
      path: chatting.path,
      headers: chatting.headers,
      body: chatting.body,
      status: 200,
    },
    read('conversations', '/v1/conversations?user=bench'),
    read('messages', `/v1/messages?user=bench&conversation_id=${conversation}`),
    {
      name: 'upload',
      share: 2,
      method: 'POST',
      path: '/v1/files/upload',
      headers: { ...chatting.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: form,
      status: 201,
    },
  ];
}

export const soak: Figure = {
  name: 'soak-10m',
  title: 'Ten minutes at 80 % of what the server can do: runs, streamed chats, history, uploads',
  isExtra: true,
  async measure(bench) {
    const home = await makeHome();
    const server = await bench.startServer(bench.backEnds[0] ?? 'PGlite', home.path);
    const client = await startChild<SoakPlan, SoakResult>(new URL('../soak-client.ts', import.meta.url));
    const go = async (plan: SoakPlan): Promise<SoakResult> => {
      const answer = client.next();
      client.send(plan);
      return answer;
    };
    try {
      const calls = await mixOf(bench, server);
      await go({ origin: server.origin, calls, seconds: 5 });
      const most = await go({ origin: server.origin, calls, seconds: 10 });
      const rate = (most.requests / most.seconds) * SHARE;
      const rows: Row[] = [{ what: 'at most', value: most.requests / most.seconds, unit: 'requests/s' }];
      const failures = [...most.failures];
      for (let minute = 1; minute <= bench.minutes; minute += 1) {
        const result = await go({ origin: server.origin, calls, seconds: 60, rate });
        failures.push(...result.failures);
        rows.push(...(await rowsOf(minute, result, server)));
      }
      for (const failure of new Set(failures.slice(0, 20))) process.stderr.write(`${failure}\n`);
      return [...rows, { what: 'errors', value: failures.length, unit: 'requests' }];
    } finally {
      client.stop();
      await server.stop();
      await home.remove();
    }
  },
};

async function rowsOf(minute: number, { requests, seconds, latencies }: SoakResult, server: Server): Promise<Row[]> {
  const what = (name: string) => `minute ${minute}: ${name}`;
  const memory = await server.memory();
  const line = `${what('')} ${Math.round(requests / seconds)} requests/s, ${Math.round(memory)} MB\n`;
  process.stderr.write(line);
  return [
    { what: what('answered'), value: requests / seconds, unit: 'requests/s' },
    { what: what('latency, median'), value: median(latencies), unit: 'ms' },
    { what: what('latency, 99 %'), value: quantile(latencies, 0.99), unit: 'ms' },
    { what: what('latency, 99.9 %'), value: quantile(latencies, 0.999), unit: 'ms' },
    { what: what('memory'), value: memory, unit: 'MB' },
  ];
}
