import type { StreamEvent } from '../client.ts';
import { type Command, type CommandContext, pairs, print } from '../command.ts';
import { CommandError } from '../terminal.ts';
import { appPath } from './apps.ts';

const USER = 'weft-command-line';

export const runCommands: readonly Command[] = [
  {
    name: 'run',
    positionals: ['ID'],
    options: { input: { type: 'string', multiple: true }, query: { type: 'string' }, stream: { type: 'boolean' } },
    usage: 'weft run ID [--input k=v…] [--query TEXT] [--stream]',
    summary: 'run a published app once',
    run: (context) => (context.options.stream === true ? runStreaming(context) : runBlocking(context)),
  },
  {
    name: 'chat',
    positionals: ['ID'],
    options: { input: { type: 'string', multiple: true } },
    usage: 'weft chat ID [--input k=v…]',
    summary: 'talk to a chat app; an empty line or Ctrl-D ends',
    run: chat,
  },
];

function request(context: CommandContext, mode: 'blocking' | 'streaming', more: Record<string, unknown> = {}) {
  const { query } = context.options;
  const inputs = pairs(context.options.input, 'input');
  const body = { inputs, user: USER, response_mode: mode, ...(query !== undefined && { query }), ...more };
  return { method: 'POST', path: `${appPath(context)}/run`, body };
}

interface RunAnswer {
  readonly answer?: string;
  readonly workflow_run_id?: string;
  readonly data?: { readonly status: string; readonly error: string | null; readonly outputs: unknown };
}

async function runBlocking(context: CommandContext): Promise<void> {
  const answer = (await context.client.call(request(context, 'blocking'))) as RunAnswer;
  const { data } = answer;
  const isPaused = data?.status === 'paused';
  print(context, answer, () => [
    ...(answer.answer === undefined ? [JSON.stringify(data?.outputs, null, 2)] : [answer.answer]),
    ...(isPaused ? [waiting(answer.workflow_run_id)] : []),
  ]);
  if (data?.status === 'failed') throw new CommandError('run_failed', data.error ?? 'the run failed');
}

async function runStreaming(context: CommandContext): Promise<void> {
  let hasText = false;
  for await (const event of context.client.stream(request(context, 'streaming'))) {
    if (context.isJson) context.terminal.out(`${JSON.stringify(event)}\n`);
    const text = textOf(event);
    if (text !== null && !context.isJson) {
      hasText = true;
      context.terminal.out(text);
    }
    if (event.event === 'error') {
      if (hasText) context.terminal.out('\n');
      throw new CommandError(String(event.code), String(event.message));
    }
    if (event.event === 'workflow_paused' && !context.isJson) {
      context.terminal.out(`${hasText ? '\n' : ''}${waiting(event.workflow_run_id)}`);
      hasText = true;
    }
    if (event.event === 'workflow_finished' && !hasText && !context.isJson) {
      context.terminal.out(JSON.stringify((event.data as { outputs: unknown }).outputs, null, 2));
      hasText = true;
    }
  }
  if (hasText) context.terminal.out('\n');
}

async function chat(context: CommandContext): Promise<void> {
  let conversation = '';
  for await (const line of context.terminal.lines('you> ')) {
    const query = line.trim();
    if (query === '') return;
    const call = request(context, 'streaming', { query, conversation_id: conversation });
    for await (const event of context.client.stream(call)) {
      if (context.isJson) context.terminal.out(`${JSON.stringify(event)}\n`);
      else if (event.event === 'workflow_paused') context.terminal.out(`\n${waiting(event.workflow_run_id)}`);
      else context.terminal.out(textOf(event) ?? '');
      if (typeof event.conversation_id === 'string') conversation = event.conversation_id;
      if (event.event === 'error') throw new CommandError(String(event.code), String(event.message));
    }
    if (!context.isJson) context.terminal.out('\n');
  }
}

/** What to do about a run that waits for somebody. */
function waiting(runId: unknown): string {
  return `The run waits for an answer: weft forms list --run ${runId}`;
}

function textOf(event: StreamEvent): string | null {
  if (event.event === 'message' || event.event === 'agent_message') return String(event.answer);
  if (event.event === 'text_chunk') return String((event.data as { text: string }).text);
  return null;
}
