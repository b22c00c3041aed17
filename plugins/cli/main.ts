import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import type { Command } from './command.ts';
import { appCommands } from './commands/apps.ts';
import { formCommands } from './commands/forms.ts';
import { keyCommands } from './commands/keys.ts';
import { limitCommands } from './commands/limits.ts';
import { providerCommands } from './commands/providers.ts';
import { runCommands } from './commands/run.ts';
import { runHistoryCommands } from './commands/runs.ts';
import { workspaceCommands } from './commands/workspace.ts';
import { continuations, help } from './help.ts';
import { CommandError, type Terminal, UsageError } from './terminal.ts';

const commands: readonly Command[] = [
  ...appCommands,
  ...keyCommands,
  ...limitCommands,
  ...providerCommands,
  ...runCommands,
  ...runHistoryCommands,
  ...formCommands,
  ...workspaceCommands,
];

/** Runs one command; the result is the exit code: 0 done, 1 failed, 2 the call is off. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = argv.includes('--json');
  if (argv.length === 0 || argv[0] === 'help' || argv.includes('--help')) {
    terminal.out(help(commands, argv[0] === 'help' ? wordsOf(argv.slice(1)) : wordsOf(argv)));
    return argv.length === 0 ? 2 : 0;
  }
  try {
    const { command, rest } = selectCommand(argv);
    const { positionals, values } = parse(command, rest);
    await command.run({ client: await Client.open(terminal), terminal, positionals, options: values, isJson });
    return 0;
  } catch (error) {
    return report(error, terminal, isJson);
  }
}

function selectCommand(argv: readonly string[]): { command: Command; rest: string[] } {
  const byLength = [...commands].sort((a, b) => b.name.length - a.name.length);
  for (const command of byLength) {
    const words = command.name.split(' ');
    if (words.every((word, index) => argv[index] === word)) return { command, rest: argv.slice(words.length) };
  }
  const next = continuations(commands, wordsOf(argv));
  if (next.length > 0) throw new UsageError(`'${argv.join(' ')}' goes on: ${next.join(', ')}`);
  throw new UsageError(`there is no command '${argv.join(' ')}'`);
}

function wordsOf(argv: readonly string[]): string[] {
  return argv.filter((word) => !word.startsWith('-'));
}

function parse(command: Command, rest: string[]) {
  const options = { ...command.options, json: { type: 'boolean' as const } };
  let parsed: { positionals: string[]; values: Record<string, string | boolean | string[] | undefined> };
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true, strict: true }) as typeof parsed;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nusage: ${command.usage}`);
  }
  if (parsed.positionals.length !== command.positionals.length) {
    throw new UsageError(`usage: ${command.usage}`);
  }
  return parsed;
}

function report(error: unknown, terminal: Terminal, isJson: boolean): number {
  const isUsage = error instanceof UsageError;
  const code = error instanceof CommandError ? error.code : isUsage ? 'usage' : 'unexpected';
  const message = error instanceof Error ? error.message : String(error);
  terminal.err(isJson ? `${JSON.stringify({ error: { code, message } })}\n` : `weft: ${message}\n`);
  if (isUsage && !isJson) terminal.err('`weft help` lists the commands.\n');
  return isUsage ? 2 : 1;
}
