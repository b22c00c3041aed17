import { type Command, UsageError } from '#plugins/commands/contract.ts';

const closing = [
  '--json gives machine output on each. Exit codes: 0 done, 1 failed, 2 wrong call.',
  'WEFT_URL: the server (default http://127.0.0.1:$PORT, 3000). WEFT_TOKEN: its management token, or a personal key',
  '(default: weft login, else read from the data folder, WEFT_HOME, ./data). WEFT_WORKSPACE: the id of a workspace',
  '(default: with the management token the first one, else where you last went).',
];

/** What people come for first, in the order in which they need it; a test says when a word is no longer there. */
export const firstWords: Readonly<Record<string, string>> = {
  apps: 'create, import, edit, publish and export apps, and make their API keys',
  providers: 'connect providers of models and their credentials',
  models: 'list models, and choose the default ones',
  knowledge: 'fill and search knowledge bases',
  tools: 'add tools from OpenAPI documents and configure built-in ones',
  plugins: 'search, install and update plugins',
  runs: 'follow, stop and repeat runs',
  logs: 'read conversations and runs of an app',
  members: 'see who is in the workspace and what they may do',
  workspaces: 'create, export, import and delete workspaces',
};
const verbs = ['login', 'run', 'chat', 'doctor'];
/** Fewer are shown at once. */
const many = 40;

/** What the commands do that begin with these words; of many, without words, an overview. `all`: every one of them. */
export function help(commands: readonly Command[], words: readonly string[]): string {
  if (words.length === 0 && commands.length > many) return lines(overview(commands));
  const meant = words[0] === 'all' ? commands : commands.filter(({ name }) => agree(name.split(' '), words));
  if (meant.length === 0) throw new UsageError(`there is no command '${words.join(' ')}'`);
  const [only] = meant;
  const details = meant.length === 1 ? optionsOf(only?.details ?? []) : [];
  return lines([...meant.flatMap(({ usage, summary }) => [`  ${usage}`, `      ${summary}`]), ...details]);
}

/** The options of one command. */
function optionsOf(details: readonly string[]): string[] {
  const times = ['TIME is 2026-01-31, 2026-01-31T12:00:00Z, or seconds since 1970.'];
  return [...details, ...(details.some((line) => / TIME\b/.test(line)) ? times : [])].map((line) => `        ${line}`);
}

function overview(commands: readonly Command[]): string[] {
  const starting = commands.filter(({ name }) => verbs.includes(name));
  const nouns = Object.entries(firstWords);
  const shown = new Set([...verbs, ...Object.keys(firstWords)]);
  const others = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))].filter((word) => !shown.has(word));
  return [
    ...verbs.flatMap((verb) => starting.filter(({ name }) => name === verb)).map(inOneLine),
    '',
    ...nouns.map(([word, about]) => `  weft ${word.padEnd(12)}${about}`),
    '',
    `  And: ${others.sort().join(', ')}`,
    '',
    '`weft help apps` lists the commands for apps, `weft help apps import` explains one, `weft help all` lists all of them.',
  ];
}

/** What a command is for, without what its options do. */
function inOneLine({ name, summary }: Command): string {
  return `  weft ${name.padEnd(12)}${summary.split(/[;,]| \(/)[0]}`;
}

function lines(parts: readonly string[]): string {
  return ['weft talks to a running Weft server.', '', ...parts, '', ...closing, ''].join('\n');
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
