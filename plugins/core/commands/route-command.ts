import { received } from './client.ts';
import { type Command, type CommandContext, type Option, print } from './command.ts';
import { confirmed } from './confirmed.ts';
import { readUpload } from './file-values.ts';
import type { Paths } from './generated/paths.ts';
import { printable } from './printed.ts';
import {
  type Columns,
  called,
  everyItem,
  moreLines,
  type Page,
  type Question,
  type RouteAddress,
  rowsOf,
} from './route-answers.ts';
import { type RouteField, type RouteShape, shapeOf } from './route-fields.ts';
import type { AnswerOf, FieldOf, ItemOf, Method, PathsWith } from './route-types.ts';
import { optionOf, placeholder, sentValue, type TypedField } from './route-values.ts';
import { saved } from './saved.ts';
import { UsageError } from './terminal.ts';

/** What is sent, by the names of the route. */
export type Given<Field extends string> = Readonly<Record<Field, unknown>>;
type Reading = (typed: string, context: CommandContext) => unknown;

/** What a command does otherwise than its route says. */
interface RouteCommand<Field extends string, Answer> {
  /** What it is for. Default: the summary of the route. */
  readonly summary?: string;
  /** What is typed without a name, in order: fields, and what each is called; in brackets what may be left out. Default: the names of the path. */
  readonly takes?: { readonly [Name in Field]?: string };
  /** Options that have another name than their field; after it, what their value looks like: `model PROVIDER/NAME`. */
  readonly options?: { readonly [Name in Field]?: string };
  /** Fields that are switched by a word alone, although leaving them out is not the same as false. */
  readonly flags?: readonly Field[];
  /** How what is typed for a field becomes its value, where its schema does not say: `readText` for FILE. */
  readonly read?: { readonly [Name in Field]?: Reading };
  /** Fields that nobody types here, and why; `fill` may give them. */
  readonly without?: { readonly [Name in Field]?: string };
  /** What is sent always. */
  readonly fixed?: { readonly [Name in Field]?: unknown };
  /** What is sent where nothing is typed. */
  readonly defaults?: { readonly [Name in Field]?: unknown };
  /** Options of no field, by name: their help, or how they are typed. `fill` makes something of them. */
  readonly more?: Readonly<Record<string, Option & { readonly help: string; readonly shown?: string }>>;
  readonly fill?: (
    context: CommandContext,
  ) => { readonly [Name in Field]?: unknown } | Promise<{ readonly [Name in Field]?: unknown }>;
  /** Asked before, unless --yes is given. */
  readonly confirm?: string | ((given: Given<Field>) => string);
  /** What it does can be undone: it is done unasked where nobody can be asked. */
  readonly isUndoable?: boolean | ((given: Given<Field>) => boolean);
  /** All pages are shown as one. */
  readonly isWhole?: boolean;
  /** The answer is a file: it is written to one that is named last, or where this says. */
  readonly isSaved?: true | ((context: CommandContext) => string);
  /** A list by its columns, or one thing as a row of such; `none` where the list is empty. */
  readonly table?: Columns<ItemOf<Answer>>;
  readonly none?: string | ((given: Given<Field>, answer: Answer) => string);
  /** What is said of the answer, before its table where there is one. */
  readonly say?: string | ((answer: Answer, given: Given<Field>) => string | readonly string[]);
  /** What is said below the table. */
  readonly after?: (answer: Answer) => readonly string[];
  /** Asked when the answer is shown: what makes it a failure. */
  readonly ends?: (answer: Answer) => void;
  /** The JSON of what has no answer that says anything: fields of what was sent, or a constant. */
  readonly json?: Readonly<Record<string, Field | boolean>>;
}

type Own = RouteCommand<string, unknown>;

/** A command that asks one route, and takes what the route does: only what differs is said. */
export function routeCommand<Verb extends Method, Path extends PathsWith<Verb>>(
  name: string,
  method: Verb,
  path: Path,
  own: RouteCommand<FieldOf<Verb, Path>, AnswerOf<Verb, Path>> = {},
): Command {
  return commandOf(name, { method, path: path as keyof Paths }, own as unknown as Own);
}

function commandOf(name: string, address: RouteAddress, own: Own): Command {
  const shape = shapeOf(address.method, address.path);
  const by = own.isSaved === undefined ? pageField(shape) : undefined;
  const left = leftOut(address.method, shape, { own, by });
  const takes: Readonly<Record<string, string>> =
    (own.takes as Readonly<Record<string, string>> | undefined) ??
    Object.fromEntries(pathNames(shape).map((field) => [field, bareName(field)]));
  const typed = typedFields(address.method, shape, { own, takes, left });
  const options = optionsOf(typed, takes, own);
  const positionals = [...Object.values(takes), ...(own.isSaved === true ? ['FILE'] : [])];
  const parts = optionWords(typed, takes, own);
  const summary = own.summary ?? `${shape.summary[0]?.toLowerCase()}${shape.summary.slice(1)}`;

  async function run(context: CommandContext): Promise<void> {
    const given = await givenOf(context, { shape, own, takes, typed, method: address.method });
    if (own.confirm !== undefined) {
      const question = typeof own.confirm === 'string' ? own.confirm : own.confirm(given);
      const isUndoable = typeof own.isUndoable === 'function' ? own.isUndoable(given) : own.isUndoable === true;
      await confirmed(context, printable(question), { isUndoable });
    }
    const question = questionOf(shape, given);
    if (own.isSaved !== undefined) {
      const { data } = await called(context, address, question, 'stream');
      return saved(context, own.isSaved === true ? (context.positionals.at(-1) ?? '') : own.isSaved(context), data);
    }
    const answer = await answerOf(context, address, { question, own, by });
    const json = own.json === undefined ? answer : told(own.json, given);
    print(context, json, () => linesOf(answer, given, { own, by: own.isWhole === true ? undefined : by }));
    own.ends?.(answer);
  }

  return {
    name,
    positionals,
    options,
    usage: ['weft', name, ...positionals, ...shortened(parts)].join(' '),
    summary,
    details: [...positionalWords(typed, takes), ...parts].map(({ words, help }) => `${words}${help && `  ${help}`}`),
    routes: [
      {
        ...address,
        typed: Object.fromEntries(Object.entries(typed).map(([field, { shown }]) => [field, shown])),
        without: left,
      },
    ],
    run,
  };
}

/** By what further pages are asked for; a number of an item is not told by its id. */
function pageField({ fields }: RouteShape): string | undefined {
  if ('page' in fields) return 'page';
  return ['cursor', 'before', 'after'].find((name) => name in fields && fields[name]?.kind !== 'integer');
}

/** Fields that are not typed, and why. What changes one thing changes that alone. */
function leftOut(
  method: Method,
  { fields }: RouteShape,
  { own, by }: { readonly own: Own; readonly by: string | undefined },
): Record<string, string> {
  const pages: Record<string, string> =
    own.isWhole === true ? { limit: 'all pages are shown', ...(by && { [by]: 'all pages are shown' }) } : {};
  const others = Object.keys(fields).filter(
    (name) =>
      method === 'PATCH' && own.fixed !== undefined && fields[name]?.in === 'body' && fields[name].isRequired !== true,
  );
  const left: Record<string, string> = {
    ...pages,
    ...Object.fromEntries(others.map((name) => [name, 'another command changes it'])),
    ...Object.fromEntries(Object.keys(own.fixed ?? {}).map((name) => [name, 'is what the command is for'])),
    ...(own.without as Record<string, string>),
  };
  return Object.fromEntries(Object.entries(left).filter(([name]) => name in fields));
}

function pathNames({ fields }: RouteShape): string[] {
  return Object.keys(fields).filter((field) => fields[field]?.in === 'path');
}

/** `app_id` is typed as `APP`, an `id` as `ID`. */
function bareName(field: string): string {
  return field.replace(/_id$/, '').replaceAll('_', '-').toUpperCase();
}

function typedFields(
  method: Method,
  { fields }: RouteShape,
  { own, takes, left }: { readonly own: Own; readonly takes: object; readonly left: object },
): Record<string, TypedField> {
  const names = Object.keys(fields).filter((field) => field in takes || !(field in left));
  return Object.fromEntries(
    names.map((name) => {
      const field = fields[name] as RouteField;
      const position = (takes as Readonly<Record<string, string>>)[name];
      const [option = '', words] = (own.options?.[name] ?? name.replaceAll('_', '-')).split(' ');
      const shown = position?.replace(/^\[(.*)\]$/, '$1') ?? `--${option}`;
      const isSwitched = field.kind === 'flag' && isSwitchedOn(method, field, own.flags?.includes(name));
      const isFlag = position === undefined && words === undefined && isSwitched;
      return [name, { field, shown, words, isFlag }];
    }),
  );
}

/** Left out it is as good as false. A change leaves alone what is not named: there it is on or off. */
function isSwitchedOn(method: Method, field: RouteField, isFlag = false): boolean {
  if (isFlag || field.default === false) return true;
  return field.default !== true && method !== 'PATCH';
}

function optionsOf(typed: Readonly<Record<string, TypedField>>, takes: object, own: Own): Record<string, Option> {
  const fields = Object.entries(typed).filter(([name]) => !(name in takes));
  return {
    ...Object.fromEntries(fields.map(([, as]) => [as.shown.slice(2), optionOf(as)])),
    ...own.more,
    ...(own.confirm !== undefined && { yes: { type: 'boolean' } }),
  };
}

interface OptionWords {
  readonly words: string;
  readonly help: string;
  readonly isRequired: boolean;
}

function optionWords(typed: Readonly<Record<string, TypedField>>, takes: object, own: Own): OptionWords[] {
  const fields = Object.entries(typed)
    .filter(([name]) => !(name in takes))
    .map(([name, as]) => {
      const many = as.field.isMany === true || as.field.kind === 'pairs' ? '…' : '';
      const isRequired = as.field.isRequired === true && own.defaults?.[name] === undefined;
      return { words: `${as.shown} ${placeholder(as)}`.trim() + many, help: as.field.help ?? '', isRequired };
    });
  const more = Object.entries(own.more ?? {}).map(([name, { type, shown = 'TEXT', multiple, help }]) => ({
    words: `--${name}${type === 'boolean' ? '' : ` ${shown}`}${multiple === true ? '…' : ''}`,
    help,
    isRequired: false,
  }));
  const yes = { words: '--yes', help: 'Do not ask before.', isRequired: false };
  return [...fields, ...more, ...(own.confirm === undefined ? [] : [yes])];
}

/** What is to be known of what is typed without a name. */
function positionalWords(
  typed: Readonly<Record<string, TypedField>>,
  takes: object,
): { words: string; help: string }[] {
  return Object.keys(takes).flatMap((name) => {
    const { field, shown = '' } = typed[name] ?? {};
    const help = [field?.choices?.join('|') ?? '', field?.help ?? ''].filter((part) => part !== '').join('  ');
    return help === '' ? [] : [{ words: shown, help }];
  });
}

/** Options in the usage; of many, those that must be given: the others are in the help of the command. */
function shortened(parts: readonly OptionWords[]): string[] {
  const required = parts.filter(({ isRequired }) => isRequired).map(({ words }) => words);
  const others = parts.filter(({ isRequired }) => !isRequired).map(({ words }) => `[${words}]`);
  return [...required, ...(others.join(' ').length > 110 ? ['[OPTION…]'] : others)];
}

interface Declared {
  readonly shape: RouteShape;
  readonly own: Own;
  readonly takes: object;
  readonly typed: Readonly<Record<string, TypedField>>;
  readonly method: Method;
}

/** What is sent: as it was typed, filled and fixed. */
async function givenOf(context: CommandContext, declared: Declared): Promise<Given<string>> {
  const { own, takes, typed, shape, method } = declared;
  const places = Object.keys(takes);
  const isMissing = ([name, { field, shown }]: readonly [string, TypedField]) =>
    field.isRequired === true &&
    !(name in takes) &&
    own.defaults?.[name] === undefined &&
    context.options[shown.slice(2)] === undefined;
  const missing = Object.entries(typed).find(isMissing);
  if (missing !== undefined) throw new UsageError(`${missing[1].shown} is needed`);
  const values: Record<string, unknown> = { ...own.defaults };
  for (const [name, as] of Object.entries(typed)) {
    const place = places.indexOf(name);
    const given = place < 0 ? context.options[as.shown.slice(2)] : context.positionals[place];
    if (given === undefined) continue;
    values[name] = await readValue(given, as, { read: own.read?.[name], context });
  }
  Object.assign(values, await own.fill?.(context));
  const isEmpty = Object.entries(values).every(
    ([name, value]) => value === undefined || shape.fields[name]?.in !== 'body',
  );
  const changeable = Object.values(typed).filter(({ field }) => field.in === 'body');
  const words = [...changeable.map(({ shown }) => shown), ...Object.keys(own.more ?? {}).map((name) => `--${name}`)];
  if (method === 'PATCH' && isEmpty && own.fixed === undefined)
    throw new UsageError(`say what to change: ${words.join(', ')}`);
  return { ...values, ...own.fixed };
}

function readValue(
  given: unknown,
  as: TypedField,
  { read, context }: { readonly read: Reading | undefined; readonly context: CommandContext },
): unknown {
  if (read !== undefined) return read(given as string, context);
  return as.field.kind === 'file' ? readUpload(String(given), context) : sentValue(given, as);
}

function questionOf({ fields, body, bodyIsOptional }: RouteShape, given: Given<string>): Question {
  const of = (place: RouteField['in']) =>
    Object.fromEntries(
      Object.entries(given).filter(([name, value]) => fields[name]?.in === place && value !== undefined),
    );
  const sent = of('body');
  const isLeftOut = body === undefined || (bodyIsOptional === true && Object.keys(sent).length === 0);
  return { path: of('path'), query: of('query'), ...(!isLeftOut && { body: body === 'form' ? formOf(sent) : sent }) };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string | Blob);
  return form;
}

async function answerOf(
  context: CommandContext,
  address: RouteAddress,
  { question, own, by }: { readonly question: Question; readonly own: Own; readonly by: string | undefined },
): Promise<unknown> {
  if (own.isWhole === true && by !== undefined) return everyItem(context, address, { question, by });
  const answer = await called(context, address, question);
  const isBare = own.json !== undefined || answer.response.status === 204;
  return isBare ? { result: 'success' } : received(Promise.resolve(answer));
}

function told(json: Readonly<Record<string, string | boolean>>, given: Given<string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? given[value] : value]),
  );
}

function linesOf(
  answer: unknown,
  given: Given<string>,
  { own, by }: { readonly own: Own; readonly by: string | undefined },
): string[] {
  const { say = [], none = 'None.', table, after = () => [] } = own;
  const said = typeof say === 'function' ? say(answer, given) : say;
  const lines = typeof said === 'string' ? [said] : [...said];
  if (table === undefined) return lines.map(printable);
  const page = answer as Page;
  const items = page.data ?? page.items ?? page.records ?? [answer];
  const empty = typeof none === 'function' ? none(given, answer) : none;
  const rows = items.length === 0 ? [empty] : rowsOf(table as Columns<unknown>, items);
  return [...lines.map(printable), ...rows.map(printable), ...moreLines(page, by), ...after(answer).map(printable)];
}
