import {
  appOf,
  type Command,
  type CommandContext,
  CommandError,
  complaint,
  frames,
  pairs,
  pairsOption,
  positional,
  print,
  received,
  type Schemas,
  type StreamEvent,
} from '#plugins/commands/contract.ts';
import { fileOptions, uploaded } from './parts/run-files.ts';

export const commands: readonly Command[] = [
  {
    name: 'run',
    positionals: ['ID'],
    options: {
      input: pairsOption,
      ...fileOptions,
      query: { type: 'string' },
      stream: { type: 'boolean' },
      draft: { type: 'boolean' },
    },
    usage: 'weft run ID [--input k=v…] [--file input=PATH…] [--attach PATH]… [--query TEXT] [--stream] [--draft]',
    summary: 'run a published app once; --draft: as it is saved; --file: for an input, --attach: for the message',
    run: (context) => (context.options.stream === true ? runStreaming(context) : runBlocking(context)),
  },
  {
    name: 'chat',
    positionals: ['ID'],
    options: { input: pairsOption },
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

/** The events of a run as its callers get them, until it ends or waits: a stream that is lost before is a failure. */
async function* streamed(context: CommandContext, more?: Readonly<Record<string, unknown>>) {
  const sent = { ...(await request(context, 'streaming', more)), parseAs: 'stream' } as const;
  let isOver = false;
  let runId: unknown;
  try {
    for await (const event of frames<StreamEvent>(posted(context, sent))) {
      runId ??= event.workflow_run_id;
      isOver ||= isLast(event);
      yield event;
    }
  } catch (error) {
    // What `fetch` throws when a connection breaks off.
    if (!(error instanceof TypeError)) throw error;
  }
  if (isOver) return;
  const remedy = runId ? `weft runs events ${runId} --follow` : `weft runs list --app ${positional(context, 0)}`;
  throw new CommandError('stream_lost', `The stream ended before the run, which may go on; follow it: ${remedy}`);
}

/** Nothing has to come after it. What failed says why in an `error` after `workflow_finished`. */
function isLast({ event, data }: StreamEvent): boolean {
  if (event === 'workflow_finished') return (data as { status?: unknown } | undefined)?.status !== 'failed';
  return event === 'workflow_paused' || event === 'message_end' || event === 'error';
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
  const say = (text: string) => {
    hasText = true;
    context.terminal.out(text);
  };
  try {
    for await (const event of streamed(context)) {
      if (context.isJson) context.terminal.out(`${JSON.stringify(event)}\n`);
      else if (event.event === 'workflow_paused') say(`${hasText ? '\n' : ''}${waiting(event.workflow_run_id)}`);
      else if (event.event === 'workflow_finished' && !hasText)
        say(JSON.stringify((event.data as { outputs: unknown }).outputs, null, 2));
      else if (textOf(event) !== null) say(textOf(event) ?? '');
      if (event.event === 'error') throw new CommandError(String(event.code), String(event.message));
    }
  } finally {
    if (hasText) context.terminal.out('\n');
  }
}

/** A conversation, and whether the app has begun to answer in it. */
interface Talk {
  conversation: string;
  hasBegun: boolean;
}

async function chat(context: CommandContext): Promise<void> {
  const { terminal, isJson } = context;
  const talk: Talk = { conversation: '', hasBegun: false };
  for await (const line of terminal.lines('you> ')) {
    const query = line.trim();
    if (query === '') return;
    try {
      await turn(context, query, talk);
    } catch (error) {
      // A person reads it and asks again; a program must not take it for an answer. An app that never began won't.
      if (!(error instanceof CommandError && terminal.isTyped === true && talk.hasBegun)) throw error;
      terminal.err(complaint(error, isJson));
    }
  }
}

async function turn(context: CommandContext, query: string, talk: Talk): Promise<void> {
  const say = (text: string) => context.isJson || context.terminal.out(text);
  try {
    for await (const event of streamed(context, { query, conversation_id: talk.conversation })) {
      talk.hasBegun = true;
      if (typeof event.conversation_id === 'string') talk.conversation = event.conversation_id;
      if (context.isJson) context.terminal.out(`${JSON.stringify(event)}\n`);
      else if (event.event === 'workflow_paused') say(`\n${waiting(event.workflow_run_id)}`);
      else say(textOf(event) ?? '');
      if (event.event === 'error') throw new CommandError(String(event.code), String(event.message));
    }
  } finally {
    if (talk.hasBegun) say('\n');
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
