import { readFileSync } from 'node:fs';
import type { Terminal } from '#plugins/commands/contract.ts';
import { allCommands } from './all-commands.ts';
import { runCommand } from './run-command.ts';

/** As the package names it. */
function version(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Runs one command of those that plugins have; the result is the exit code: 0 done, 1 failed, 2 the call is off. */
export function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  return runCommand(argv, terminal, { version: version(), commands: allCommands });
}
