import {
  type Command,
  type CommandContext,
  eitherCommand,
  formatOf,
  routeCommand,
  type Schemas,
  timeOf,
} from '#plugins/commands/contract.ts';

const options = { annotated: 'annotated yes|no' };
const exported = {
  options,
  isSaved: true,
  fill: ({ positionals, options: { format } }: CommandContext) => ({ format: formatOf(positionals[1] ?? '', format) }),
} as const;
/** What was said and run. */
export const commands: readonly Command[] = [
  routeCommand('logs conversations', 'GET', '/console/api/apps/{app_id}/conversations', {
    options,
    table: {
      CONVERSATION: 'id',
      ACTIVE: ({ updated_at: at }) => timeOf(at),
      USER: ({ user }) => user ?? '-',
      MESSAGES: 'messages',
      TOKENS: 'tokens',
      PRICE: ({ prices }) => prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' + ') || '-',
      LIKES: ({ likes, dislikes }) => `+${likes} -${dislikes}`,
      NAME: 'name',
    },
  }),
  routeCommand('logs runs', 'GET', '/console/api/apps/{app_id}/runs', {
    options,
    table: {
      RUN: 'id',
      STARTED: ({ created_at: at }) => timeOf(at),
      STATUS: 'status',
      USER: ({ user }) => user ?? '-',
      SECONDS: ({ elapsed_time: elapsed }) => elapsed?.toFixed(2) ?? '-',
      TOKENS: 'total_tokens',
      ERROR: ({ error }) => error?.split('\n')[0],
    },
  }),
  routeCommand('logs messages', 'GET', '/console/api/apps/{app_id}/conversations/{conversation_id}/messages', {
    say: ({ data, has_more: hasMore }) => [
      ...data.flatMap(messageLines),
      ...(hasMore ? [`More: the same with --after ${data.at(-1)?.id}`] : []),
    ],
  }),
  eitherCommand(
    'logs export',
    [
      routeCommand('logs export', 'GET', '/console/api/apps/{app_id}/conversations/export', exported),
      routeCommand('logs export', 'GET', '/console/api/apps/{app_id}/runs/export', exported),
    ],
    {
      summary: 'write conversations, message by message, or runs to a new file',
      usage: 'APP FILE [--runs] [OPTION…]',
      flags: ['runs'],
      which: ({ options: { runs } }) => Number(runs === true),
    },
  ),
];

function messageLines(message: Schemas['MessageLogPage']['data'][number]): string[] {
  const { id, created_at: at, status, run_id: run, query, error, answer, feedbacks } = message;
  return [
    `${timeOf(at)}  ${id}  ${status}  run ${run}`,
    ...`> ${query}`.split('\n'),
    ...(error === null ? answer : `! ${error}`).split('\n'),
    ...feedbacks.map(
      ({ from_source: source, rating, content }) => `  ${rating} of ${source}${content === null ? '' : `: ${content}`}`,
    ),
    '',
  ];
}
