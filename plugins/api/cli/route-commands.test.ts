import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Command, CommandRoute } from '#plugins/commands/contract.ts';
import { allCommands } from './all-commands.ts';
import { help } from './help.ts';
import { parseCall } from './parse-call.ts';
import { scriptedTerminal } from './testing/scripted-terminal.ts';

interface Field {
  readonly in: 'path' | 'query' | 'body';
  readonly kind: string;
  readonly choices?: readonly string[];
  readonly isMany?: boolean;
  readonly isRequired?: boolean;
}
interface Shape {
  readonly summary: string;
  readonly body?: string;
  readonly fields: Readonly<Record<string, Field>>;
}
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly params: { readonly path: Record<string, unknown>; readonly query: Record<string, unknown> };
  readonly body?: Record<string, unknown>;
  readonly bodySerializer?: () => FormData;
}

const uuid = '3a6c1d1e-90f4-4a1c-8a08-7b2a3d9e4c55';
const shapes = JSON.parse(
  await readFile(new URL('../../core/commands/generated/route-fields.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Shape>>;
const made = (await allCommands()).filter(({ routes = [] }) => routes.length > 0);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-test-'));
  await writeFile(join(folder, 'file.txt'), 'question,answer\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shapeOf = ({ method, path }: CommandRoute): Shape => shapes[`${method} ${path}`] as Shape;

/** A value as somebody types it, by what its place in the usage says. */
function typedFor(words: string, field: Field | undefined): string {
  const [first = ''] = words.split('|');
  if (/^FILE/.test(words)) return 'file.txt';
  if (field?.choices !== undefined) return field.choices[0] ?? '';
  if (words.startsWith('type=')) return words;
  if (/^(?:TEXT=AMOUNT|k=v|NAME=|node\.name=)/.test(words)) return 'name=1';
  if (words === 'PROVIDER/MODEL' || words === 'PROVIDER/NAME') return 'openai/gpt';
  if (field?.kind === 'id' || words === 'ID') return uuid;
  if (['integer', 'number'].includes(field?.kind ?? '') || words === 'N') return '7';
  if (words === 'TIME') return '2026-01-31';
  if (words === 'JSON') return '{"a":1}';
  if (/^(?:DOCUMENT|SEGMENT)$/.test(words)) return uuid;
  if (first === '0..1') return '0.5';
  return words !== first || words === 'tokens' ? first : 'said';
}

/** The name of the field that is typed so. */
const fieldOf = ({ typed }: CommandRoute, shown: string) => Object.entries(typed).find(([, as]) => as === shown)?.[0];

/** `--name TEXT` and so on, as the help of a command lists them. */
function optionsIn(command: Command): { readonly name: string; readonly words: string }[] {
  return help([command], ['all'])
    .split('\n')
    .flatMap((line) => {
      const [, name = '', words = ''] = /^ {8}--([a-z-]+)(?: ([^ ]+))?/.exec(line) ?? [];
      return name === '' ? [] : [{ name, words: words.replace(/…$/, '') }];
    });
}

/** Calls a command, and tells what it asked. */
async function asked(command: Command, argv: readonly string[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  const request = async (method: string, path: string, init: Omit<Sent, 'method' | 'path'>) => {
    sent.push({ ...init, method: method.toUpperCase(), path });
    return { data: undefined, response: new Response(null, { status: 204 }) };
  };
  const terminal = scriptedTerminal({ env: {}, directory: folder });
  const { positionals, values } = parseCall([command], argv);
  const context = {
    client: { api: { request } } as unknown as Client,
    terminal,
    positionals,
    options: values,
    isJson: true,
  };
  // There is no answer to be shown: what was asked is all that is looked at.
  await command.run(context).catch((error: Error) => {
    if (sent.length === 0) throw error;
  });
  return sent;
}

/** What says that a route of several is meant. */
const meant: Readonly<Record<string, readonly string[]>> = {
  'apps favourite 1': ['--off'],
  'logs export 1': ['--runs'],
  'usage figures 1': ['--csv=new.csv'],
  'mcp code 2': ['--remove'],
  'mcp code 3': ['--remove'],
};

/** What an option does not go without. */
const besides: Readonly<Record<string, readonly string[]>> = {
  'models default --provider': ['--model=gpt'],
  'models default --model': ['--provider=openai'],
};

/** The arguments of a command, and its options one by one beside those that it must have. */
function callsOf(command: Command, route: CommandRoute) {
  const { fields } = shapeOf(route);
  const places = command.positionals.flatMap((name) => {
    const bare = name.replace(/^\[(.*)\]$/, '$1');
    // `URL|ID`: each of another route.
    const field = bare.split('|').flatMap((word) => fieldOf(route, word) ?? [])[0] ?? '';
    return field === '' && name !== bare ? [] : [{ field, typed: typedFor(bare, fields[field]) }];
  });
  const { routes = [] } = command;
  const options = optionsIn(command).flatMap(({ name, words }) => {
    const field = fieldOf(route, `--${name}`) ?? '';
    // Of another route.
    if (field === '' && routes.length > 1 && name !== 'yes') return [];
    const isFlag = command.options[name]?.type === 'boolean';
    const typed = typedFor(words, fields[field]);
    return {
      name,
      field,
      typed,
      argv: isFlag ? [`--${name}`] : [`--${name}=${typed}`, ...(besides[`${command.name} --${name}`] ?? [])],
      isRequired: fields[field]?.isRequired,
    };
  });
  const which = meant[`${command.name} ${routes.indexOf(route)}`] ?? [];
  const first = [...command.name.split(' '), ...places.map(({ typed }) => typed), ...which];
  const needed = options
    .filter(({ isRequired, name }) => isRequired === true || name === 'yes')
    .flatMap(({ argv }) => argv);
  return { places, options, plain: [...first, ...needed], needed };
}

const at = (sent: Sent, place: Field['in']): Record<string, unknown> =>
  place !== 'body'
    ? sent.params[place]
    : sent.bodySerializer
      ? Object.fromEntries(sent.bodySerializer())
      : (sent.body ?? {});

describe('a command that is made of its route', () => {
  it('is most of them', () => {
    expect(made.length).toBeGreaterThan(150);
  });

  it.each(made.map((command) => [command.name, command] as const))(
    '%s takes all that the route does, or says why not',
    (_name, command) => {
      for (const route of command.routes ?? []) {
        const shape = shapeOf(route);
        expect(Object.keys({ ...route.typed, ...route.without }).sort()).toEqual(Object.keys(shape.fields).sort());
        for (const why of Object.values(route.without)) expect(why).toMatch(/\w{2} \w{2,}/);
        for (const shown of Object.values(route.typed)) {
          if (shown.startsWith('--')) expect(Object.keys(command.options)).toContain(shown.slice(2));
          else expect(command.positionals.join(' ')).toContain(shown);
        }
      }
    },
  );

  it.each(
    made.flatMap((command) =>
      (command.routes ?? []).map((route) => [`${command.name} ${route.path}`, command, route] as const),
    ),
  )('%s sends what its help says', async (_name, command, route) => {
    const { fields } = shapeOf(route);
    const { places, options, plain, needed } = callsOf(command, route);
    const optional = options.filter(({ name, isRequired }) => isRequired !== true && !['yes'].includes(name));
    const isChange =
      route.method === 'PATCH' &&
      Object.keys(route.typed).every((name) => fields[name]?.in !== 'body' || fields[name].isRequired !== true);
    const calls = isChange && optional.length > 0 ? [] : [{ argv: plain, option: undefined }];
    for (const option of optional)
      calls.push({ argv: [...plain, ...option.argv] as string[], option: option as never });
    for (const { argv, option } of calls) {
      const [sent] = await asked(command, argv).catch((error: Error) => {
        throw new Error(`weft ${argv.join(' ')}: ${error.message}`);
      });
      if (sent === undefined) throw new Error(`weft ${argv.join(' ')} asks nothing`);
      expect([sent.method, sent.path], argv.join(' ')).toEqual([route.method, route.path]);
      const typed = [
        ...places,
        ...options.filter(({ argv: words }) => needed.includes(words[0] ?? '')),
        ...(option ? [option] : []),
      ] as {
        field: string;
      }[];
      for (const { field } of typed) {
        const shape = fields[field];
        if (shape !== undefined) expect(at(sent, shape.in), `${argv.join(' ')}: ${field}`).toHaveProperty([field]);
      }
      for (const place of ['path', 'query', 'body'] as const) {
        for (const [field, value] of Object.entries(at(sent, place))) {
          expect(fields[field]?.in, `${argv.join(' ')}: ${field}`).toBe(place);
          if (fields[field]?.isMany === true) expect(Array.isArray(value), field).toBe(true);
        }
      }
      for (const [name, { in: place, isRequired }] of Object.entries(fields))
        if (isRequired === true) expect(at(sent, place), `${argv.join(' ')}: ${name}`).toHaveProperty([name]);
    }
  });

  it.each(
    made.flatMap((command) =>
      (command.routes ?? []).flatMap((route) =>
        Object.entries(route.typed)
          .filter(([name]) => shapeOf(route).fields[name]?.kind === 'choice' && route.typed[name]?.startsWith('--'))
          .map(([name, shown]) => [`${command.name} ${shown}`, command, route, name, shown] as const),
      ),
    ),
  )('%s refuses what is none of its choices, and lists them', async (_name, command, route, name, shown) => {
    const { plain } = callsOf(command, route);
    const choices = shapeOf(route).fields[name]?.choices ?? [];
    await expect(asked(command, [...plain, shown, 'none of them'])).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(choices[0] ?? ''),
    });
  });
});
