import { type CommandContext, identifier } from './command.ts';

/** An answer of the server that goes on: `--before` with the last id gives more. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** The options of commands that list what runs left, newest first. */
export const listingOptions = {
  app: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  before: { type: 'string' },
} as const;

export async function read<Answer>(context: CommandContext, path: string): Promise<Answer> {
  return (await context.client.call({ method: 'GET', path })) as Answer;
}

/** The page that the options ask for; `before` is the id of one of `kind`. */
export async function readPage<Item>(context: CommandContext, path: string, kind: 'run' | 'form'): Promise<Page<Item>> {
  const { app, run, status, limit, before } = context.options;
  if (typeof app === 'string') identifier(app, 'app');
  if (typeof run === 'string') identifier(run, 'run');
  if (typeof before === 'string') identifier(before, kind);
  const query = new URLSearchParams();
  const given = { app_id: app, run_id: run, status, limit, before };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return read(context, query.size === 0 ? path : `${path}?${query}`);
}

/** Seconds since 1970, for people. */
export function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
