import { parseArgs } from 'node:util';
import { nearestName } from '#kernel';
import { type Command, type Option, UsageError } from '#plugins/commands/contract.ts';
import { continuations } from './help.ts';

/** A command, and what it is called with. */
export interface Call {
  readonly command: Command;
  readonly positionals: readonly string[];
  readonly values: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** The call these words make; options may stand before the command. */
export function parseCall(commands: readonly Command[], argv: readonly string[]): Call {
  const command = selectCommand(commands, argv);
  if (command !== undefined) return { command, ...parsed(command, argv) };
  const words = wordsOf(argv);
  const said = (words.length === 0 ? argv : words).join(' ');
  const next = continuations(commands, words);
  if (next.length > 0) throw new UsageError(`'${said}' goes on: ${next.join(', ')}`);
  throw new UsageError(`there is no command '${said}'${meant(commands, words)}`);
}

/** `; did you mean …?`, where something is near: of longer commands first, which are closer to what was typed. */
function meant(commands: readonly Command[], words: readonly string[]): string {
  const lengthOf = ({ name }: Command) => name.split(' ').length;
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    const names = commands.filter((command) => lengthOf(command) === length).map(({ name }) => name);
    const near = nearestName(words.slice(0, length).join(' '), names);
    if (near !== undefined) return `; did you mean 'weft ${near}'?`;
  }
  const first = nearestName(words[0] ?? '', new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')));
  return first === undefined || first === words[0] ? '' : `; did you mean 'weft ${first}'?`;
}

/**
 * The words of the command that is asked about, if help is: `-h` and `--help` wherever options may be, and `weft help`, which is
 * no command and so no argument of one.
 */
export function wordsToExplain(commands: readonly Command[], argv: readonly string[]): string[] | undefined {
  const command = selectCommand(commands, argv);
  const words = command === undefined ? wordsOf(argv) : positionalsOf(command, argv);
  const end = argv.indexOf('--');
  const isAsked = argv.slice(0, end < 0 ? argv.length : end).some((word) => word === '-h' || word === '--help');
  if (command === undefined && words[0] === 'help') return words.slice(1);
  return isAsked ? words : undefined;
}

/** What is no option, where no command is known that would say which of it are values. */
function wordsOf(argv: readonly string[]): string[] {
  return argv.filter((word) => !word.startsWith('-'));
}

/** Each command is asked what its own options leave: only it knows which word is the value of an option before it. */
function selectCommand(commands: readonly Command[], argv: readonly string[]): Command | undefined {
  const byLength = [...commands].sort((a, b) => b.name.length - a.name.length);
  return byLength.find((command) => {
    const words = positionalsOf(command, argv);
    return command.name.split(' ').every((word, index) => words[index] === word);
  });
}

function positionalsOf(command: Command, argv: readonly string[]): string[] {
  return tokensOf(command, argv).flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
}

function tokensOf(command: Command, argv: readonly string[]) {
  const options = optionsOf(command);
  return parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

function optionsOf(command: Command): Readonly<Record<string, Option>> {
  return { ...command.options, json: { type: 'boolean' } };
}

function parsed(command: Command, argv: readonly string[]): Omit<Call, 'command'> {
  const args = argumentsOf(command, argv);
  let result: Omit<Call, 'command'>;
  try {
    const options = optionsOf(command);
    result = parseArgs({ args, options, allowPositionals: true, strict: true }) as typeof result;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\nusage: ${command.usage}`);
  }
  const most = command.positionals.length;
  const least = command.positionals.filter((name) => !name.startsWith('[')).length;
  const { length } = result.positionals;
  if (length < least || length > most) throw new UsageError(`usage: ${command.usage}`);
  return result;
}

/** Without the words of the command, and with its option before each `k=v` that follows another. */
function argumentsOf(command: Command, argv: readonly string[]): string[] {
  const args: (string | undefined)[] = [...argv];
  let wordsLeft = command.name.split(' ').length;
  let option = '';
  for (const token of tokensOf(command, argv)) {
    if (token.kind === 'option') option = command.options[token.name]?.isPairs === true ? token.name : '';
    else if (token.kind === 'option-terminator') option = '';
    else if (wordsLeft > 0) {
      wordsLeft -= 1;
      args[token.index] = undefined;
    } else if (option !== '' && token.value.indexOf('=') > 0) args[token.index] = `--${option}=${token.value}`;
    else option = '';
  }
  return args.filter((word) => word !== undefined);
}
