import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Route, Routes } from '#http';
import type { JsonSchema } from '#kernel';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { consoleObserver } from './console-observer.ts';

/** What opens something by being known, and addresses, which may hold that. */
const open = /(?:token|secret|password|credentials|api_key|link|url|code)$/;
/** Documents and values of apps can hold anything. */
const anything = /^(?:yaml|csv|documents|environment|values|inputs|secrets)(?:\.|$)/;

let platform: TestPlatform;
let routes: readonly Route[];

beforeAll(async () => {
  platform = await sharedPlatform();
  // It is asked here only which routes it records.
  const { observes } = consoleObserver({} as never);
  routes = platform.kernel.contributions(Routes).all().filter(observes);
});
afterAll(() => platform.dispose());

it('every recorded route says what the audit log keeps of it', () => {
  expect(routes.length).toBeGreaterThan(90);
  const silent = routes.filter(({ audit }) => audit === undefined);
  const complaint = ({ id, method, path }: Route) =>
    `${method} ${path}: say in route() of "${id}" what the audit log keeps: audit: { body, query, answer }, or audit: 'path'`;
  expect(silent.map(complaint)).toEqual([]);
});

it('every recorded action has a name in the five languages of the pages', async () => {
  const english = await actionTexts('en');
  const unnamed = routes.filter(({ id }) => english[id] === undefined).map(({ id }) => id);
  expect(unnamed, 'name it in plugins/workspace/audit/web/actions/texts').toEqual([]);
  const actions = Object.keys(english).sort();
  for (const language of ['de', 'es', 'fr', 'zh']) {
    const texts = await actionTexts(language);
    expect(Object.keys(texts).sort()).toEqual(actions);
    expect(actions.filter((action) => texts[action] === english[action])).toEqual([]);
  }
});

/** By a name that is put together: what pages are made of is typed in a world of its own. */
async function actionTexts(language: string): Promise<Readonly<Record<string, string>>> {
  return ((await import(`./web/actions/texts/${language}.ts`)) as { texts: Record<string, string> }).texts;
}

it('what is kept are fields there are, and none that opens something', () => {
  const wrong: string[] = [];
  for (const { id, audit: kept, body, query, docs } of routes) {
    const audit = kept === 'path' ? undefined : kept;
    const answers = Object.entries(docs?.answers ?? {}).filter(([status]) => status < '300');
    const schemas = answers.flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema));
    const missing = [
      ...(audit?.body ?? []).filter((name) => !isThere(body, name.split('.'))),
      ...(audit?.query ?? []).filter((name) => !isThere(query, name.split('.'))),
      ...(audit?.answer ?? []).filter((name) => !schemas.some((schema) => isThere(schema, name.split('.')))),
    ];
    const all = [...(audit?.body ?? []), ...(audit?.query ?? []), ...(audit?.answer ?? [])];
    const secrets = all.filter((name) => open.test(name) || anything.test(name));
    for (const name of [...missing, ...secrets]) wrong.push(`${id}: ${name}`);
  }
  expect(wrong).toEqual([]);
});

/** Whether a schema has such a field, in its objects and in those of its lists. */
function isThere(schema: JsonSchema | undefined, [name, ...rest]: readonly string[]): boolean {
  if (schema === undefined) return false;
  if (name === undefined) return true;
  const { anyOf, oneOf, items, properties } = schema as SchemaParts;
  if ([...(anyOf ?? []), ...(oneOf ?? [])].some((one) => isThere(one, [name, ...rest]))) return true;
  return items === undefined ? isThere(properties?.[name], rest) : isThere(items, [name, ...rest]);
}

interface SchemaParts {
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}
