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
  received,
  routeCommand,
  rowsOf,
  type Schemas,
  table,
  timeOf,
} from '#plugins/commands/contract.ts';
import { permissionLines, sizeOf } from './parts/permission-words.ts';

const catalogue = '/console/api/plugin-catalogue';
const lock = '/console/api/plugins/lock';

/** What could be installed, and what is, as a file. */
export const commands: readonly Command[] = [
  routeCommand('plugins search', 'GET', catalogue, {
    summary: 'search the plugins that could be installed',
    takes: { q: '[WORDS]' },
    table: {
      NAME: 'name',
      VERSION: 'version',
      KIND: 'kind',
      INSTALLED: 'installed_version',
      SOURCE: 'source',
      'WHAT IT IS': ({ title, about }) => `${title}: ${about}`,
    },
    none: 'Nothing was found.',
    after: ({ silent }) => silent.map(({ source, reason }) => `${source} did not answer: ${reason}`),
  }),
  routeCommand('plugins show', 'GET', '/console/api/plugin-catalogue/package', {
    summary: 'show a plugin that could be installed: what it may do, its versions and its read me',
    takes: { name: 'NAME' },
    say: (answer) => [
      `${answer.title} (${answer.name} ${answer.version}, from ${answer.source}): ${answer.about}`,
      ...(answer.publisher === '' ? [] : [`by ${answer.publisher}`]),
      ...(answer.installed === null ? [] : [`Installed is ${answer.installed.version}.`]),
      ...(answer.permissions.length === 0 ? [] : ['It may', ...permissionLines(answer.permissions)]),
      ...answer.tools.map(({ name, about }) => `Tool ${name}: ${about}`),
      ...answer.providers.map(({ id, types }) => `Models of ${id}: ${types.join(', ')}`),
      ...answer.packages.map(({ name, range }) => `Installs ${name} ${range}`),
      '',
      ...rowsOf(
        {
          VERSION: 'version',
          PUBLISHED: ({ published_at: at }) => (at === null ? '' : timeOf(at)),
          SIZE: ({ size }) => (size === null ? '' : sizeOf(size)),
          '': ({ is_blocked: isBlocked }) => (isBlocked ? 'blocked' : ''),
        },
        answer.versions,
      ),
      ...(answer.readme === '' ? [] : ['', ...answer.readme.split('\n')]),
    ],
  }),
  {
    name: 'plugins lock',
    positionals: ['[FILE]'],
    options: {},
    usage: 'weft plugins lock [FILE]',
    summary: 'write down which plugins are installed, by their bytes and signers, to be installed elsewhere',
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
        const rows = given.packages.map(({ name, version, source, signer }) => [
          ...[name, version, source, signer ?? 'nobody'],
        ]);
        context.terminal.out(
          `${table([['NAME', 'VERSION', 'SOURCE', 'SIGNED BY'], ...rows])
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
