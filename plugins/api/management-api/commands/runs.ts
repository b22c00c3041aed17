import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Command,
  type CommandContext,
  CommandError,
  frames,
  identifier,
  pairsOption,
  positional,
  print,
  printable,
  received,
  routeCommand,
  type Schemas,
  table,
  timeOf,
  typedPairs,
  UsageError,
} from '#plugins/commands/contract.ts';

type EventItem = Schemas['RunEvent'];

const RECONNECT_MS = 1_000;
const MAX_LOSSES = 60;
const losses = new Set(['stream_lost', 'unreachable', 'suspended', 'taken_over', 'unavailable', 'service_unavailable']);

/** Looking after runs. */
export const commands: readonly Command[] = [
  routeCommand('runs list', 'GET', '/console/api/runs', {
    options: { app_id: 'app' },
    table: {
      RUN: 'id',
      STARTED: ({ created_at: at }) => timeOf(at),
      STATUS: 'status',
      SECONDS: ({ elapsed_time: elapsed }) => secondsOf(elapsed),
      TOKENS: 'total_tokens',
      APP: 'app_id',
      ERROR: ({ error }) => firstLine(error),
    },
    none: 'No runs.',
  }),
  {
    name: 'runs show',
    positionals: ['RUN'],
    options: { values: { type: 'boolean' } },
    usage: 'weft runs show RUN [--values]',
    summary: 'show a run and its nodes; --values: with what they read, did and left, retries too',
    run: showRun,
  },
  {
    name: 'runs events',
    positionals: ['RUN'],
    options: { after: { type: 'string' }, follow: { type: 'boolean' } },
    usage: 'weft runs events RUN [--after N] [--follow]',
    summary: 'print what happened in a run, event by event; --follow goes on until its end',
    run: showEvents,
  },
  routeCommand('runs fork', 'POST', '/console/api/runs/{run_id}/fork', {
    options: { node_id: 'at' },
    without: { values: 'are told by --set' },
    more: {
      set: { ...pairsOption, shown: 'node.name=VALUE', help: 'Inputs and earlier outputs that change: JSON, or text.' },
    },
    fill: ({ options }) => ({ values: typedPairs(options.set, 'set') }),
    say: ({ id }, { node_id: at }) => [`Run ${id} goes on from ${at}.`, `Follow it: weft runs events ${id} --follow`],
  }),
  routeCommand('runs stop', 'POST', '/console/api/runs/{run_id}/stop', {
    json: { stopped: 'run_id' },
    say: 'Asked to stop.',
  }),
];

async function showRun(context: CommandContext): Promise<void> {
  const { api } = context.client;
  const path = runOf(context);
  const values = context.options.values === true;
  const run = await received(api.GET('/console/api/runs/{run_id}', { params: { path } }));
  const nodes: Schemas['RunNode'][] = [];
  for (let hasMore = true; hasMore; ) {
    const after = nodes.at(-1)?.index ?? 0;
    const params = { path, query: { limit: 500, after, values } };
    const page = await received(api.GET('/console/api/runs/{run_id}/nodes', { params }));
    nodes.push(...page.data);
    hasMore = page.has_more;
  }
  print(context, { ...run, nodes }, () => [
    ...table([
      ['run', run.id],
      ['app', run.app_id],
      ['status', run.status],
      ['started', timeOf(run.created_at)],
      ['seconds', secondsOf(run.elapsed_time)],
      ['tokens', String(run.total_tokens)],
      ...(run.total_price === null ? [] : [['price', `${run.total_price} ${run.currency ?? ''}`]]),
      ...(run.error === null ? [] : [['error', run.error]]),
      ['inputs', JSON.stringify(run.inputs)],
      ['outputs', JSON.stringify(run.outputs)],
    ]),
    '',
    ...table([['INDEX', 'NODE', 'TITLE', 'TYPE', 'STATUS', 'SECONDS', 'TOKENS', 'ERROR'], ...nodes.map(nodeRow)]),
    ...(values ? nodes.flatMap(valueLines) : []),
  ]);
}

function valueLines({ index, title, inputs, process_data, outputs }: Schemas['RunNode']): string[] {
  const values = Object.entries({ inputs, process_data, outputs }).filter(([, value]) => value != null);
  const rows = values.map(([name, value]) => [name, JSON.stringify(value)]);
  return rows.length === 0 ? [] : ['', printable(`${index} ${title}`), ...table(rows)];
}

function nodeRow(node: Schemas['RunNode']): string[] {
  const { index, title, node_id: id, node_type: type, status, elapsed_time: elapsed, total_tokens: tokens } = node;
  return [String(index), id, title, type, status, secondsOf(elapsed), String(tokens ?? ''), firstLine(node.error)];
}

async function showEvents(context: CommandContext): Promise<void> {
  const { after: given = '0', follow } = context.options;
  let after = Number(given);
  if (!Number.isSafeInteger(after) || after < 0) throw new UsageError('--after takes the number of an event');
  const path = runOf(context);
  const show = (item: EventItem) => {
    context.terminal.out(`${context.isJson ? JSON.stringify(item) : eventLine(item)}\n`);
  };
  if (follow === true) return followEvents(context, path, { after, show });
  for (let hasMore = true; hasMore; ) {
    const request = { params: { path, query: { after } } };
    const answer = await received(context.client.api.GET('/console/api/runs/{run_id}/events', request));
    // Without `follow` it is no stream.
    const page = answer as Schemas['RunEventList'];
    for (const item of page.data) show(item);
    after = page.data.at(-1)?.number ?? after;
    hasMore = page.has_more;
  }
}

/** Goes on where it was when the connection or the server is lost; a stream that ends before the run is one more loss. */
async function followEvents(
  context: CommandContext,
  path: { readonly run_id: string },
  { after, show }: { readonly after: number; readonly show: (item: EventItem) => void },
): Promise<void> {
  let cursor: { readonly after: number; readonly generation?: number } = { after };
  let failures = 0;
  let hasBegun = false;
  let wasOver = false;
  for (;;) {
    try {
      const params = { path, query: { follow: true, ...cursor } };
      let isOver = wasOver;
      const stream = context.client.api.GET('/console/api/runs/{run_id}/events', { params, parseAs: 'stream' });
      for await (const item of frames<EventItem | Schemas['RunEventRefusal']>(stream)) {
        if ('code' in item) throw new CommandError(item.code, item.message);
        show(item);
        cursor = { after: item.number, generation: item.generation };
        hasBegun = true;
        failures = 0;
        isOver ||= item.event.kind === 'run-finished';
      }
      if (isOver) return;
      hasBegun = true;
      // Asked before the stream is asked once more: what came in between is not missed.
      wasOver = await hasEnded(context, path);
      if (!wasOver) throw lostStream(path.run_id);
    } catch (error) {
      failures += 1;
      if (failures > MAX_LOSSES || !hasBegun || !isLoss(error)) throw error;
      await sleep(RECONNECT_MS);
    }
  }
}

async function hasEnded({ client }: CommandContext, path: { readonly run_id: string }): Promise<boolean> {
  const { status } = await received(client.api.GET('/console/api/runs/{run_id}', { params: { path } }));
  return status !== 'running' && status !== 'paused';
}

function lostStream(runId: string): CommandError {
  const message = `The stream ends before the run, again and again; see how it goes: weft runs show ${runId}`;
  return new CommandError('stream_lost', message);
}

/** The server is gone, or goes, or comes: what it was asked for is still there. */
function isLoss(error: unknown): boolean {
  return error instanceof CommandError ? losses.has(error.code) : error instanceof TypeError;
}

function eventLine({ number, event }: EventItem): string {
  const { node_id: node, title, status, error, deltas, reason } = event;
  const text = Array.isArray(deltas) ? JSON.stringify(deltas.join('')) : undefined;
  const parts = [title ?? node, status ?? reason, text, firstLine(typeof error === 'string' ? error : null)];
  const details = parts.filter((part) => part !== undefined && part !== '').join('  ');
  return printable(`${String(number).padStart(5)}  ${event.kind.padEnd(16)}  ${details}`).trimEnd();
}

function runOf(context: CommandContext): { readonly run_id: string } {
  return { run_id: identifier(positional(context, 0), 'run') };
}

function secondsOf(elapsed: number | null): string {
  return elapsed === null ? '' : elapsed.toFixed(2);
}

function firstLine(text: string | null): string {
  return text?.split('\n', 1)[0]?.slice(0, 120) ?? '';
}
