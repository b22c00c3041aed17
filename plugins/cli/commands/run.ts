import type { Schemas } from '../../openapi/contract.ts';
import { frames, received, type StreamEvent } from '../client.ts';
import { type Command, type CommandContext, pairs, print } from '../command.ts';
import { CommandError } from '../terminal.ts';
import { appOf } from './apps.ts';
import { fileOptions, uploaded } from './run-files.ts';

export const runCommands: readonly Command[] = [
  {
    name: 'run',
    positionals: ['ID'],
    options: {
      input: { type: 'string', multiple: true },
      ...fileOptions,
      query: { type: 'string' },
      stream: { type: 'boolean' },
      draft: { type: 'boolean' },
    },
    usage: 'weft run ID [--input k=v…] [--file input=PATH…] [--attach PATH…] [--query TEXT] [--stream] [--draft]',
    summary: 'run a published app once; --draft: as it is saved; --file: for an input, --attach: for the message',
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

const path = '/console/api/apps/{app_id}/run';

async function request(
  context: CommandContext,
  mode: 'blocking' | 'streaming',
  more: Readonly<Record<string, unknown>> = {},
) {
  const { query } = context.options;
  const given = pairs(context.options.input, 'input');
  const { inputs: ofFiles, files } = await uploaded(context);
  const body = {
    inputs: { ...given, ...ofFiles },
    response_mode: mode,
    ...(files.length > 0 && { files: [...files] }),
    ...(typeof query === 'string' && { query }),
    ...more,
  };
  return { params: { path: appOf(context) }, body };
}

/** The published app, or its draft. The user is whoever calls. */
function posted(
  { client, options }: CommandContext,
  sent: Awaited<ReturnType<typeof request>> & { parseAs?: 'stream' },
) {
  if (options.draft !== true) return client.api.POST(path, sent);
  return client.api.POST('/console/api/apps/{app_id}/draft/run', sent);
}

/** The events of a run as its callers get them. */
async function* streamed(context: CommandContext, more?: Readonly<Record<string, unknown>>) {
  const sent = { ...(await request(context, 'streaming', more)), parseAs: 'stream' } as const;
  yield* frames<StreamEvent>(posted(context, sent));
}

/** What a blocking call answers; its stream has the same address. */
type RunAnswer = Schemas['WorkflowResult'] | Schemas['ChatAnswer'] | Schemas['CompletionAnswer'];

async function runBlocking(context: CommandContext): Promise<void> {
  const answer = (await received(posted(context, await request(context, 'blocking')))) as RunAnswer;
  if ('answer' in answer) return print(context, answer, () => [answer.answer]);
  const { data } = answer;
  print(context, answer, () => [
    JSON.stringify(data.outputs, null, 2),
    ...(data.status === 'paused' ? [waiting(answer.workflow_run_id)] : []),
  ]);
  if (data.status === 'failed') throw new CommandError('run_failed', data.error ?? 'the run failed');
}

async function runStreaming(context: CommandContext): Promise<void> {
  let hasText = false;
  for await (const event of streamed(context)) {
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
    for await (const event of streamed(context, { query, conversation_id: conversation })) {
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
