import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Command,
  CommandError,
  confirmed,
  counted,
  positional,
  print,
  printable,
  queryOf,
  received,
  type Schemas,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';
import { permissionLines, sizeOf } from './parts/permission-words.ts';

const catalogue = '/console/api/plugin-catalogue';
const lock = '/console/api/plugins/lock';
const text = { type: 'string' } as const;

/** What could be installed, and what is, as a file. */
export const commands: readonly Command[] = [
  {
    name: 'plugins search',
    positionals: ['[WORDS]'],
    options: { kind: text, category: text, source: text, page: text },
    usage:
      'weft plugins search [WORDS] [--kind tool|model|extension|bundle] [--category NAME] [--source NAME] [--page N]',
    summary: 'search the plugins that could be installed',
    async run(context) {
      const { kind, category, source, page } = context.options;
      const words = positional(context, 0);
      const query = queryOf<typeof catalogue>({ kind, category, source, page, ...(words !== '' && { q: words }) });
      const answer = await received(context.client.api.GET(catalogue, { params: { query } }));
      print(context, answer, () => [
        ...(answer.items.length === 0
          ? ['Nothing was found.']
          : table([
              ['NAME', 'VERSION', 'KIND', 'INSTALLED', 'SOURCE', 'WHAT IT IS'],
              ...answer.items.map((item) => [
                ...[item.name, item.version, item.kind ?? '', item.installed_version ?? '', item.source],
                printable(`${item.title}: ${item.about}`),
              ]),
            ])),
        ...(answer.has_more ? [`There is more: --page ${Number(page ?? 1) + 1}`] : []),
        ...answer.silent.map(({ source: silent, reason }) => `${silent} did not answer: ${printable(reason)}`),
      ]);
    },
  },
  {
    name: 'plugins show',
    positionals: ['NAME'],
    options: { source: text },
    usage: 'weft plugins show NAME [--source NAME]',
    summary: 'show a plugin that could be installed: what it may do, its versions and its read me',
    async run(context) {
      const query = queryOf<`${typeof catalogue}/package`>({
        name: positional(context, 0),
        source: context.options.source,
      });
      const answer = await received(
        context.client.api.GET('/console/api/plugin-catalogue/package', { params: { query } }),
      );
      print(context, answer, () => [
        `${printable(answer.title)} (${answer.name} ${answer.version}, from ${answer.source}): ${printable(answer.about)}`,
        ...(answer.publisher === '' ? [] : [printable(`by ${answer.publisher}`)]),
        ...(answer.installed === null ? [] : [`Installed is ${answer.installed.version}.`]),
        ...(answer.permissions.length === 0 ? [] : ['It may', ...permissionLines(answer.permissions)]),
        ...answer.tools.map(({ name, about }) => printable(`Tool ${name}: ${about}`)),
        ...answer.providers.map(({ id, types }) => printable(`Models of ${id}: ${types.join(', ')}`)),
        ...answer.packages.map(({ name, range }) => printable(`Installs ${name} ${range}`)),
        '',
        ...table([
          ['VERSION', 'PUBLISHED', 'SIZE', ''],
          ...answer.versions.map(({ version, published_at: at, size, is_blocked: isBlocked }) => [
            ...[version, at === null ? '' : timeOf(at), size === null ? '' : sizeOf(size), isBlocked ? 'blocked' : ''],
          ]),
        ]),
        ...(answer.readme === '' ? [] : ['', ...answer.readme.split('\n').map(printable)]),
      ]);
    },
  },
  {
    name: 'plugins lock',
    positionals: ['[FILE]'],
    options: {},
    usage: 'weft plugins lock [FILE]',
    summary: 'write down which plugins are installed, by their bytes, to be installed elsewhere',
    async run(context) {
      const answer = await received(context.client.api.GET(lock));
      const content = `${JSON.stringify(answer, null, 2)}\n`;
      const given = positional(context, 0);
      if (given === '') {
        context.terminal.out(content);
        return;
      }
      await writeFile(resolve(context.terminal.directory, given), content);
      print(context, answer, () => [`Wrote ${counted(answer.packages.length, 'plugin')} to ${given}.`]);
    },
  },
  {
    name: 'plugins apply',
    positionals: ['FILE'],
    options: { yes: { type: 'boolean' } },
    usage: 'weft plugins apply FILE [--yes]',
    summary: 'install what `weft plugins lock` wrote down elsewhere. Asks before unless --yes is given',
    async run(context) {
      const path = resolve(context.terminal.directory, positional(context, 0));
      const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new CommandError('no_file', `${path} can't be read (${error.code}).`);
      });
      const given = lockOf(content, path);
      if (!context.isJson) {
        const rows = given.packages.map(({ name, version, source }) => [name, version, source]);
        context.terminal.out(
          `${table([['NAME', 'VERSION', 'SOURCE'], ...rows])
            .map(printable)
            .join('\n')}\n`,
        );
      }
      await confirmed(
        context,
        `Install ${counted(given.packages.length, 'plugin')}, with all that the lock says they may do?`,
      );
      const body = { lock_version: given.lock_version, packages: [...given.packages], consent: true as const };
      const answer = await received(context.client.api.POST(lock, { body }));
      print(context, answer, () => [
        ...answer.installed.map(({ name, version }) => `Installed ${name} ${version}.`),
        ...answer.unchanged.map((name) => `${name} was installed already.`),
        ...answer.failed.map(({ name, version, message }) =>
          printable(`${name} ${version} was not installed: ${message}`),
        ),
      ]);
      return answer.failed.length === 0 ? 0 : 1;
    },
  },
];

type Lock = Pick<Schemas['PluginLock'], 'lock_version' | 'packages'>;

/** What is wrong in it, the server says. */
function lockOf(content: string, path: string): Lock {
  try {
    const read: unknown = JSON.parse(content);
    if (Array.isArray(Object(read).packages)) return read as Lock;
  } catch {
    // Told below.
  }
  throw new CommandError('no_lock', `${path} is no file of \`weft plugins lock\`.`);
}
