import { Client, type Command, complaint, type Terminal, UsageError } from '#plugins/commands/contract.ts';
import { help } from './help.ts';
import { parseCall, wordsToExplain } from './parse-call.ts';

/** What a command line knows. */
export interface CommandLine {
  readonly version: string;
  commands(): Promise<readonly Command[]>;
  /** Said of calls that are off: where to look. Absent: the list of commands. */
  readonly advice?: string;
}

/** Runs one command; the result is the exit code: 0 done, 1 failed, 2 the call is off. */
export async function runCommand(
  argv: readonly string[],
  terminal: Terminal,
  { version, commands: find, advice = '`weft help` lists the commands.' }: CommandLine,
): Promise<number> {
  const isJson = argv.includes('--json');
  let failure = 1;
  try {
    if (argv[0] === '--version' || argv[0] === '-v') {
      terminal.out(`${version}\n`);
      return 0;
    }
    const commands = await find();
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
    if (!isJson) terminal.err(`${advice}\n`);
    return 2;
  }
}
