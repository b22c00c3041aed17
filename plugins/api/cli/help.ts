import { type Command, UsageError } from '#plugins/commands/contract.ts';

const closing = [
  '--json gives machine output on each. Exit codes: 0 done, 1 failed, 2 wrong call.',
  'WEFT_URL: the server (default http://127.0.0.1:$PORT, 3000). WEFT_TOKEN: its management token, or a personal key',
  '(default: weft login, else read from the data folder, WEFT_HOME, ./data). WEFT_WORKSPACE: the id of a workspace',
  '(default: with the management token the first one, else where you last went).',
];

/** What the commands do that begin with these words. */
export function help(commands: readonly Command[], words: readonly string[]): string {
  const meant = commands.filter((command) => agree(command.name.split(' '), words));
  if (meant.length === 0) throw new UsageError(`there is no command '${words.join(' ')}'`);
  return [
    'weft talks to a running Weft server.',
    '',
    ...meant.flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]),
    '',
    ...closing,
    '',
  ].join('\n');
}

/** What goes on after these words, for somebody who typed only the beginning of a command. */
export function continuations(commands: readonly Command[], words: readonly string[]): string[] {
  const longer = commands.filter(({ name }) => name.split(' ').length > words.length);
  return words.length === 0 ? [] : longer.filter(({ name }) => agree(name.split(' '), words)).map(({ name }) => name);
}

/** Words after a whole command are its arguments. */
function agree(name: readonly string[], words: readonly string[]): boolean {
  return name.every((word, index) => words[index] === undefined || words[index] === word);
}
