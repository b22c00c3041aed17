import { type Command, positional, print, queryOf, received, table, timeOf } from '#plugins/commands/contract.ts';

const text = { type: 'string' } as const;

/** Work in the background that nobody tries any more. */
export const commands: readonly Command[] = [
  {
    name: 'jobs failed',
    positionals: [],
    options: { limit: text, before: text },
    usage: 'weft jobs failed [--limit N] [--before ID]',
    summary: 'list jobs whose attempts are used up, newest first, and why they failed',
    async run(context) {
      const { limit, before } = context.options;
      const query = queryOf<'/console/api/jobs/failed'>({ limit, before });
      const answer = await received(context.client.api.GET('/console/api/jobs/failed', { params: { query } }));
      const rows = answer.data.map(({ id, task, attempts, failed_at: at, error }) => [
        id,
        task,
        String(attempts),
        timeOf(at),
        error,
      ]);
      print(context, answer, () =>
        rows.length === 0
          ? ['None.']
          : [
              ...table([['ID', 'TASK', 'ATTEMPTS', 'FAILED', 'WITH'], ...rows]),
              ...(answer.has_more ? [`More: the same with --before ${answer.data.at(-1)?.id}`] : []),
            ],
      );
    },
  },
  {
    name: 'jobs retry',
    positionals: ['ID'],
    options: {},
    usage: 'weft jobs retry ID',
    summary: 'give a failed job all its attempts again',
    async run(context) {
      const id = positional(context, 0);
      await context.client.api.POST('/console/api/jobs/{id}/retry', { params: { path: { id } } });
      print(context, { retried: id }, () => ['It is tried again.']);
    },
  },
  {
    name: 'jobs drop',
    positionals: ['ID'],
    options: {},
    usage: 'weft jobs drop ID',
    summary: 'remove a failed job; what it was to do is not done',
    async run(context) {
      const id = positional(context, 0);
      await context.client.api.DELETE('/console/api/jobs/{id}', { params: { path: { id } } });
      print(context, { dropped: id }, () => ['It is gone.']);
    },
  },
];
