import type { Client } from './client.ts';
import { CommandError, type Terminal, UsageError } from './terminal.ts';

/** What a command gets: parsed arguments, a client, and a place to write. */
export interface CommandContext {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  /** `--json`: machine output. */
  readonly isJson: boolean;
}

/** An option of a command. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  /** Each value is a `k=v`; more of them may follow the first: `--input a=1 b=2`. */
  readonly isPairs?: boolean;
}

/** A command of the command line, as data: the usage text is made from it. */
export interface Command {
  /** Words that select it: `apps keys create`. */
  readonly name: string;
  /** Positional arguments: `ID`, `FILE`. All are required but those in brackets: `[APP]`. */
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  readonly usage: string;
  readonly summary: string;
  /** It takes no token: it gets one, or needs none. */
  readonly isAnonymous?: boolean;
  /** Exit code of a failure where 1 is an answer; default 1. */
  readonly failure?: number;
  /** The exit code, where it is an answer; else 0. */
  run(context: CommandContext): Promise<unknown>;
}

/** Writes an answer: as JSON, or as lines for people. */
export function print(context: CommandContext, answer: unknown, lines: () => readonly string[]): void {
  const text = context.isJson ? JSON.stringify(answer) : lines().join('\n');
  if (text !== '') context.terminal.out(`${text}\n`);
}

/** The option that takes `k=v` pairs. */
export const pairsOption = { type: 'string', multiple: true, isPairs: true } as const satisfies Option;

/** `k=v` pairs of a repeatable option. */
export function pairs(values: unknown, option: string): Record<string, string> {
  const result: Record<string, string> = {};
  for (const pair of (values as readonly string[] | undefined) ?? []) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--${option} takes name=value, not '${pair}'`);
    result[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return result;
}

export function positional(context: CommandContext, index: number): string {
  return context.positionals[index] ?? '';
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A kind of thing that has ids, and the command that shows them. */
export interface Listed {
  /** In words: `end user`. */
  readonly kind: string;
  /** `weft logs conversations APP --json` */
  readonly shownBy: string;
}

/** The command that shows the ids there are, for kinds that commands of several plugins name. */
const lists = {
  app: 'weft apps list',
  key: 'weft apps keys list ID',
  run: 'weft runs list',
  version: 'weft apps versions ID',
  form: 'weft forms list --status all',
  annotation: 'weft annotations list ID',
  conversation: 'weft logs conversations APP',
  'end user': 'weft logs conversations APP --json',
  order: 'weft invoices orders',
  'personal key': 'weft keys list',
  webhook: 'weft webhooks list APP',
  delivery: 'weft webhooks deliveries APP',
  budget: 'weft budgets list',
  workspace: 'weft workspaces list',
  tag: 'weft tags list',
  invoice: 'weft invoices list',
  'change of a subscription': 'weft plan changes --json',
  invitation: 'weft invitations list',
  member: 'weft members list --json',
  'identity provider': 'weft sso list',
  'entry of the audit log': 'weft audit list --json',
};

/** The id that was typed; a name, a number or a half of one is told apart here, where it is known what was meant. */
export function identifier(given: string, of: keyof typeof lists | Listed): string {
  if (uuid.test(given)) return given;
  const { kind, shownBy } = typeof of === 'string' ? { kind: of, shownBy: lists[of] } : of;
  const article = /^[aei]/.test(kind) ? 'an' : 'a';
  const shown = printable(given.slice(0, 80));
  throw new CommandError('not_found', `'${shown}' is not the id of ${article} ${kind}; \`${shownBy}\` shows them.`);
}

/** A text of somebody else's, without what would steer the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd');
}

/** `1 app`, `2 apps`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Columns padded to the widest cell. */
export function table(cells: readonly (readonly string[])[]): string[] {
  const rows = cells.map((row) => row.map(printable));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
