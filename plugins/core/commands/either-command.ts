import type { Command, CommandContext } from './command.ts';

/** How one command is made of several. */
interface Either {
  readonly summary: string;
  /** What stands behind the name in its usage: `[APP] [--yes]`. */
  readonly usage: string;
  /** What is typed without a name, where the first command has it otherwise. */
  readonly positionals?: readonly string[];
  /** Words alone that say which is meant, and are no option of the commands themselves. */
  readonly flags?: readonly string[];
  /** The number of the command that is meant. */
  which(context: CommandContext): number;
}

/** One command of several that ask a route each: what is typed says which is meant. */
export function eitherCommand(
  name: string,
  commands: readonly [Command, ...Command[]],
  { summary, usage, flags = [], which, positionals = commands[0].positionals }: Either,
): Command {
  return {
    name,
    positionals,
    options: {
      ...Object.assign({}, ...commands.map(({ options }) => options)),
      ...Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' }])),
    },
    usage: `weft ${name} ${usage}`,
    summary,
    details: [...new Set(commands.flatMap(({ details = [] }) => details))],
    routes: commands.flatMap(({ routes = [] }) => routes),
    run: (context) => (commands[which(context)] ?? commands[0]).run(context),
  };
}
