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
  UsageError,
} from '#plugins/commands/contract.ts';

const feedbacks = '/console/api/apps/{app_id}/feedbacks';
const feedbacksExport = `${feedbacks}/export` as const;

const text = { type: 'string' } as const;
const options = { rating: text, text, user: text, from: text, to: text } as const;
const chosen = '[--rating like|dislike] [--text yes|no] [--user NAME] [--from T] [--to T]';

/** What people think of answers. */
export const commands: readonly Command[] = [
  {
    name: 'feedback list',
    positionals: ['APP'],
    options: { ...options, limit: text, cursor: text },
    usage: `weft feedback list APP ${chosen} [--limit N] [--cursor C]`,
    summary: 'find what people think of answers of an app, newest first',
    async run(context) {
      const answer = await received(
        context.client.api.GET(feedbacks, {
          params: asked<typeof feedbacks>(context),
        }),
      );
      const { like, dislike } = answer.counts;
      print(context, answer, () => [
        `${like} liked, ${dislike} disliked, of all answers`,
        ...table([
          ['GIVEN', 'RATING', 'USER', 'MESSAGE', 'QUESTION', 'TEXT'],
          ...answer.data.map((item) => [
            ...[`${item.created_at}Z`, item.rating, item.user ?? '-', item.message_id],
            ...[shortened(item.query), shortened(item.content)],
          ]),
        ]),
        ...more(answer.next_cursor),
      ]);
    },
  },
  {
    name: 'feedback export',
    positionals: ['APP', 'FILE'],
    options: { ...options, format: text },
    usage: `weft feedback export APP FILE [--format csv|jsonl] ${chosen}`,
    summary: 'write what people think of answers of an app to a new file',
    async run(context) {
      const name = positional(context, 1);
      const { format, ...filters } = context.options;
      const params = asked<typeof feedbacksExport>({
        ...context,
        options: { ...filters, format: formatOf(name, format) },
      });
      const { data } = await context.client.api.GET(feedbacksExport, { params, parseAs: 'stream' });
      await saved(context, name, data);
    },
  },
];

function asked<Path extends typeof feedbacks | typeof feedbacksExport>(context: CommandContext) {
  const { from, to, text: written, ...rest } = context.options;
  if (written !== undefined && written !== 'yes' && written !== 'no') throw new UsageError('--text takes yes or no');
  const hasText = written === undefined ? undefined : String(written === 'yes');
  const query = { ...rest, has_text: hasText, from: secondsOf(from), to: secondsOf(to) };
  return { path: { app_id: identifier(positional(context, 0), 'app') }, query: queryOf<Path>(query) };
}

function shortened(long: string | null): string {
  const line = printable((long ?? '').replaceAll(/\s+/g, ' ').trim());
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
