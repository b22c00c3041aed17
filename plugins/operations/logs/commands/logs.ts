import {
  type Command,
  type CommandContext,
  formatOf,
  identifier,
  more,
  positional,
  print,
  printable,
  queryOf,
  received,
  saved,
  secondsOf,
  table,
  timeOf,
  UsageError,
} from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;
const options = {
  search: text,
  user: text,
  status: text,
  feedback: text,
  error: text,
  from: text,
  to: text,
  limit: text,
  cursor: text,
} as const;
const chosen =
  '[--search WORDS] [--user NAME] [--status S] [--feedback like|dislike] [--error TEXT] [--from T] [--to T] [--limit N]';

const conversations = '/console/api/apps/{app_id}/conversations';
const runs = '/console/api/apps/{app_id}/runs';
const runsExport = `${runs}/export` as const;
const conversationsExport = `${conversations}/export` as const;
const messages = `${conversations}/{conversation_id}/messages` as const;

/** What was said and run. */
export const commands: readonly Command[] = [
  {
    name: 'logs conversations',
    positionals: ['APP'],
    options,
    usage: `weft logs conversations APP ${chosen} [--cursor C]`,
    summary: 'find conversations of an app, those active last first',
    async run(context) {
      const answer = await received(
        context.client.api.GET(conversations, { params: asked<typeof conversations>(context) }),
      );
      print(context, answer, () => [
        ...table([
          ['CONVERSATION', 'ACTIVE', 'USER', 'MESSAGES', 'TOKENS', 'PRICE', 'LIKES', 'NAME'],
          ...answer.data.map((item) => [
            ...[item.id, timeOf(item.updated_at), item.user ?? '-', String(item.messages), String(item.tokens)],
            ...[pricesOf(item.prices), `+${item.likes} -${item.dislikes}`, item.name],
          ]),
        ]),
        ...more(answer.next_cursor),
      ]);
    },
  },
  {
    name: 'logs runs',
    positionals: ['APP'],
    options,
    usage: `weft logs runs APP ${chosen} [--cursor C]`,
    summary: 'find runs of an app, newest first',
    async run(context) {
      const answer = await received(context.client.api.GET(runs, { params: asked<typeof runs>(context) }));
      print(context, answer, () => [
        ...table([
          ['RUN', 'STARTED', 'STATUS', 'USER', 'SECONDS', 'TOKENS', 'ERROR'],
          ...answer.data.map((item) => [
            ...[item.id, timeOf(item.created_at), item.status, item.user ?? '-'],
            ...[item.elapsed_time?.toFixed(2) ?? '-', String(item.total_tokens), item.error?.split('\n')[0] ?? ''],
          ]),
        ]),
        ...more(answer.next_cursor),
      ]);
    },
  },
  {
    name: 'logs messages',
    positionals: ['APP', 'CONVERSATION'],
    options: { limit: text, after: text },
    usage: 'weft logs messages APP CONVERSATION [--limit N] [--after MESSAGE]',
    summary: 'show what was said in a conversation, oldest first',
    async run(context) {
      const { limit, after } = context.options;
      const path = {
        app_id: identifier(positional(context, 0), 'app'),
        conversation_id: identifier(positional(context, 1), 'conversation'),
      };
      const query = queryOf<typeof messages>({ limit, after });
      const answer = await received(
        context.client.api.GET(messages, {
          params: { path, query },
        }),
      );
      print(context, answer, () => [
        ...answer.data.flatMap((item) => [
          `${timeOf(item.created_at)}  ${item.id}  ${item.status}  run ${item.run_id}`,
          ...`> ${printable(item.query)}`.split('\n'),
          ...(item.error === null ? printable(item.answer) : `! ${printable(item.error)}`).split('\n'),
          ...item.feedbacks.map(({ from_source, rating, content }) =>
            printable(`  ${rating} of ${from_source}${content === null ? '' : `: ${content}`}`),
          ),
          '',
        ]),
        ...(answer.has_more ? [`More: the same with --after ${answer.data.at(-1)?.id}`] : []),
      ]);
    },
  },
  {
    name: 'logs export',
    positionals: ['APP', 'FILE'],
    options: { ...options, runs: { type: 'boolean' }, format: text },
    usage: `weft logs export APP FILE [--runs] [--format csv|jsonl] ${chosen.replace(' [--limit N]', '')}`,
    summary: 'write conversations, message by message, or runs to a new file',
    async run(context) {
      const { runs: isOfRuns, format, limit, cursor, ...filters } = context.options;
      if (limit !== undefined || cursor !== undefined) throw new UsageError('an export has no pages: it holds all');
      const name = positional(context, 1);
      const given = { ...context, options: { ...filters, format: formatOf(name, format) } };
      const { api } = context.client;
      const { data } =
        isOfRuns === true
          ? await api.GET(runsExport, { params: asked<typeof runsExport>(given), parseAs: 'stream' })
          : await api.GET(conversationsExport, { params: asked<typeof conversationsExport>(given), parseAs: 'stream' });
      await saved(context, name, data);
    },
  },
];

function pricesOf(prices: readonly { readonly currency: string; readonly amount: string }[]): string {
  return prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' + ') || '-';
}

type LogPath = typeof conversations | typeof runs | typeof conversationsExport | typeof runsExport;

function asked<Path extends LogPath>(context: CommandContext) {
  const { from, to, ...rest } = context.options;
  const query = { ...rest, from: secondsOf(from), to: secondsOf(to) };
  return { path: { app_id: identifier(positional(context, 0), 'app') }, query: queryOf<Path>(query) };
}
