import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { PluginPackage } from '#plugins/plugin-packages/contract.ts';
import type { Check } from './contract-checks.ts';
import { type LocalAnswer, type LocalRequest, openPackage } from './open-package.ts';
import { badProject } from './sdk-error.ts';
import { assertSettings } from './settings.ts';

/** A call with what it has to come to: an entry of `weft-test.json`. */
interface TestCase {
  readonly name: string;
  /** The name of a tool; or `{ provider, method }`. */
  readonly call: string | { readonly provider: string; readonly method: string };
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Of a provider: what it is asked. */
  readonly request?: unknown;
  /** What a workspace would set, secrets and credentials too. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What servers answer: by `METHOD address`, without the query where none is named. */
  readonly answers?: Readonly<Record<string, LocalAnswer>>;
  readonly models?: Readonly<Record<string, unknown>>;
  /** Has to be in the answer: objects may have more. */
  readonly expect?: unknown;
  /** Has to be among the parts it wrote. */
  readonly parts?: readonly unknown[];
  /** It has to fail, with a message that holds this. */
  readonly error?: string;
}

/** Runs the cases of a folder's `weft-test.json`; none, where it has no such file. Nothing goes out to the network. */
export async function runTestCases(folder: string, read: PluginPackage): Promise<readonly Check[]> {
  const path = join(folder, 'weft-test.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return [];
  const checks: Check[] = [];
  for (const one of casesOf(text, path)) checks.push({ name: one.name, problem: await problemOf(one, read) });
  return checks;
}

function casesOf(text: string, path: string): readonly TestCase[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw badProject(`${path} is no JSON: ${Object(error).message}`);
  }
  if (!Array.isArray(given)) throw badProject(`${path} has to hold a list: [{ "name": …, "call": …, "expect": … }]`);
  const nameless = given.findIndex((one) => typeof Object(one).name !== 'string' || Object(one).call === undefined);
  if (nameless >= 0) throw badProject(`The case ${nameless + 1} of ${path} needs a "name" and a "call".`);
  return given;
}

async function problemOf(one: TestCase, read: PluginPackage): Promise<string | null> {
  const { settings = {}, answers = {}, models = {} } = one;
  if (typeof one.call === 'string') {
    try {
      assertSettings(read.manifest, settings, () => 'add it to "settings"');
    } catch (error) {
      return Object(error).message;
    }
  }
  const opened = await openPackage(read, { settings, models, answer: (request) => answerFor(request, answers) });
  try {
    const { answer, parts } =
      typeof one.call === 'string'
        ? await opened.tool(one.call, one.arguments)
        : await opened.provider(one.call.provider, one.call.method, one.request, settings);
    if (one.error !== undefined) return `it did not fail, but answered ${JSON.stringify(answer)}`;
    if (!holds(answer, one.expect)) return `it answered ${JSON.stringify(answer)}`;
    const missing = (one.parts ?? []).find((wanted) => !parts.some((part) => holds(part, wanted)));
    return missing === undefined ? null : `it wrote ${JSON.stringify(parts)}`;
  } catch (error) {
    const { message } = Object(error) as { readonly message: string };
    return one.error !== undefined && message.includes(one.error) ? null : message;
  } finally {
    await opened.close();
  }
}

function answerFor({ method, url }: LocalRequest, answers: Readonly<Record<string, LocalAnswer>>): LocalAnswer {
  const whole = `${method.toUpperCase()} ${url}`;
  const found = answers[whole] ?? answers[whole.split('?', 1)[0] ?? ''];
  if (found !== undefined) return found;
  throw badProject(`The case says no answer for ${whole}: add it to "answers".`);
}

/** Whether a value has all that is wanted. Objects may have more; lists may not. */
function holds(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return true;
  if (wanted === null || typeof wanted !== 'object') return isDeepStrictEqual(value, wanted);
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => holds(value[at], one));
  }
  return Object.entries(wanted).every(([key, one]) => Object.hasOwn(value, key) && holds(Reflect.get(value, key), one));
}
