import type { Client } from './client.ts';
import { typedValue } from './exact-json.ts';
import type { Method } from './route-types.ts';
import { type Terminal, UsageError } from './terminal.ts';

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
  /** What help says of each option, where it is asked about this command alone. */
  readonly details?: readonly string[];
  /** The routes it is made of (`routeCommand`). */
  readonly routes?: readonly CommandRoute[];
  /** It takes no token: it gets one, or needs none. */
  readonly isAnonymous?: boolean;
  /** Exit code of a failure where 1 is an answer; default 1. */
  readonly failure?: number;
  /** The exit code, where it is an answer; else 0. */
  run(context: CommandContext): Promise<unknown>;
}

/** How a route became a command. */
export interface CommandRoute {
  readonly method: Method;
  readonly path: string;
  /** How its fields are typed: `--status`, or `NAME`. */
  readonly typed: Readonly<Record<string, string>>;
  /** Fields that nobody types, and why. */
  readonly without: Readonly<Record<string, string>>;
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

/** The same, of values that are JSON, or text. */
export function typedPairs(values: unknown, option: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(pairs(values, option)).map(([name, value]) => [name, typedValue(value)]));
}

export function positional(context: CommandContext, index: number): string {
  return context.positionals[index] ?? '';
}
