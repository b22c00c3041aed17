import { readFileSync } from 'node:fs';
import { Client, complaint, type Terminal, UsageError } from '#plugins/commands/contract.ts';
import { allCommands } from './all-commands.ts';
import { help } from './help.ts';
import { parseCall, wordsToExplain } from './parse-call.ts';

/** As the package names it. */
function version(): string {
  const file = new URL('../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/** Runs one command; the result is the exit code: 0 done, 1 failed, 2 the call is off. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = argv.includes('--json');
  let failure = 1;
  try {
    if (argv[0] === '--version' || argv[0] === '-v') {
      terminal.out(`${version()}\n`);
      return 0;
    }
    const commands = await allCommands();
    const explained = argv.length === 0 ? [] : wordsToExplain(commands, argv);
    if (explained !== undefined) {
      terminal.out(help(commands, explained));
      return argv.length === 0 ? 2 : 0;
    }
    const { command, positionals, values } = parseCall(commands, argv);
    failure = command.failure ?? failure;
    const { isAnonymous = false } = command;
    const client = await Client.open(terminal, { isAnonymous });
    const context = { client, terminal, positionals, options: values, isJson };
    const code = await command.run(context);
    return typeof code === 'number' ? code : 0;
  } catch (error) {
    terminal.err(complaint(error, isJson));
    if (!(error instanceof UsageError)) return failure;
    if (!isJson) terminal.err('`weft help` lists the commands.\n');
    return 2;
  }
}
