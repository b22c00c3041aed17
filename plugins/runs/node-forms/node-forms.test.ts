import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fromJson,
  type GraphNode,
  isMapping,
  listAt,
  type NodeImplementation,
  type NodeType,
  NodeTypes,
  textAt,
} from '#engine';
import { documentsWith } from '#engine/dsl/testing/node-types.ts';
import type { TestClient } from '#http/testing/client.ts';
import { compileSchema, isPlatformError, readEnvironment } from '#kernel';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { newMember } from '#plugins/members/testing/people.ts';
import { type NodeField, type NodeForm, NodeForms, type NodeOutput, type When } from './contract.ts';
import { shared } from './shared-texts.ts';
import { textsOfForm } from './translate-form.ts';
import { furtherLanguages } from './translations.ts';

type Mapping = Readonly<Record<string, unknown>>;

let platform: TestPlatform;
let client: TestClient;
let forms: readonly NodeForm[];
let types: ReadonlyMap<string, NodeType>;
beforeAll(async () => {
  platform = await sharedPlatform();
  client = platform.management;
  forms = platform.kernel.contributions(NodeForms).all();
  types = new Map(
    platform.kernel
      .contributions(NodeTypes)
      .all()
      .map((type) => [type.id, type]),
  );
});
afterAll(() => platform.dispose());

/** Fields with those of groups; those of lists are of the list's items. */
function fieldsOf(fields: readonly NodeField[]): readonly NodeField[] {
  return fields.flatMap((field) => (field.kind === 'group' ? [field, ...fieldsOf(field.fields)] : [field]));
}

/** Every path that a form reads or writes, besides those below its lists. */
function pathsOf(form: NodeForm): readonly string[] {
  const paths = fieldsOf(form.fields).flatMap((field) => [
    field.at,
    ...Object.entries(field).flatMap(([key, value]) => (/_(at|to)$/.test(key) ? [String(value)] : [])),
  ]);
  return [...paths, ...Object.keys(form.start), ...(form.kept ?? [])].filter((path) => path !== '');
}

const keyOf = (path: string) => path.split('.')[0] ?? '';

/** Settings that any node may have (app DSL, node wrapper), and marks of editors. */
const common =
  /^(?:type|title|desc|version|error_strategy|default_value|retry_config|on_interruption|selected|isInIteration|iteration_id|isInLoop|loop_id|isIterationStart|_.*)$/;

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, key) => (isMapping(value) ? value[key] : undefined), data);
}

function holds(form: NodeForm, data: Mapping, condition: When): boolean {
  if ('mode' in condition || 'feature' in condition) return true;
  const field = fieldsOf(form.fields).find(({ at }) => at === condition.at);
  const value = (valueAt(data, condition.at) ?? field?.default ?? null) as string | null;
  return 'is' in condition ? condition.is.includes(value) : !condition.is_not.includes(value);
}

/** Names of outputs as an editor finds them. */
function outputNames(form: NodeForm, data: Mapping): readonly string[] {
  const named = ({ name, each, name_at, schema_at, is_identifier: isIdentifier }: NodeOutput) => {
    if (name !== undefined) return [name];
    if (each === undefined) return Object.keys(valueAt(data, `${schema_at}.properties`) ?? {});
    const items = valueAt(data, each);
    if (isMapping(items)) return Object.keys(items);
    const names = (Array.isArray(items) ? items : []).map((item) => String(valueAt(item, name_at ?? '')));
    return isIdentifier === true ? names.map((each) => each.replaceAll('-', '_')) : names;
  };
  return form.outputs.filter(({ when = [] }) => when.every((one) => holds(form, data, one))).flatMap(named);
}

const formsOfType = (type: string) =>
  forms.filter((form) => (form.drawn_as === undefined ? form.id.split('@')[0] : '') === type);

describe('forms and their node types', () => {
  it('every node type that is shown has a form, and every form a node type', () => {
    const covered = new Set(
      forms.flatMap(({ id, older = [] }) => [id, ...older.map((version) => `${id.split('@')[0]}@${version}`)]),
    );
    const shown = [...types.values()].filter(({ traits }) => traits.hidden !== true);
    expect(shown.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
    expect([...covered].filter((id) => !types.has(id))).toEqual(['note@1']);
  });

  it('required settings have a field, and what a new node begins with passes the schema', () => {
    for (const form of forms.filter(({ drawn_as }) => drawn_as === undefined)) {
      const settings = types.get(form.id)?.settings ?? {};
      const keys = new Set(pathsOf(form).map(keyOf));
      const required = (settings.required ?? []) as readonly string[];
      expect([form.id, required.filter((key) => !keys.has(key))]).toEqual([form.id, []]);
      expect([form.id, compileSchema(settings)({ ...form.start, type: '', title: '' })]).toMatchObject([
        form.id,
        { ok: true },
      ]);
      const properties = Object.keys((settings.properties ?? {}) as Mapping);
      expect([form.id, properties.filter((key) => !keys.has(key) && !common.test(key))]).toEqual([form.id, []]);
    }
  });

  it('what a new node begins with compiles, but for what must be chosen', async () => {
    const refused: string[] = [];
    for (const form of forms.filter(({ drawn_as }) => drawn_as === undefined)) {
      const type = types.get(form.id);
      if (type === undefined) continue;
      const { node } = (await import(type.module.href)) as { node: NodeImplementation };
      const made: Partial<GraphNode> = {
        id: 'new',
        type: type.type,
        version: type.version,
        title: '',
        data: form.start,
      };
      try {
        node.compile(form.start, made as GraphNode);
      } catch (error) {
        refused.push(`${form.id}: ${isPlatformError(error) ? String(error.field) : error}`);
      }
    }
    expect(refused).toEqual(['iteration@1: iterator_selector', 'assigner@1: assigned_variable_selector']);
  });

  it('items that get a UUID with a new node bring no id', () => {
    const items = forms.flatMap(({ uuids_in: lists = [], start }) => lists.flatMap((key) => start[key] as Mapping[]));
    expect(items.map((item) => Object.keys(item))).toEqual([['type', 'enabled', 'config']]);
  });

  it('outputs are those the node type tells', () => {
    for (const form of forms) {
      const told = types.get(form.id)?.document?.outputs?.(form.start) ?? [];
      const names = [...outputNames(form, form.start), 'sys', 'error_message', 'error_type'];
      expect([form.id, told.filter((name) => !names.includes(name))]).toEqual([form.id, []]);
      expect(form.outputs.every(({ name, each, schema_at: schema }) => name ?? each ?? schema)).toBe(true);
    }
  });

  it('icons are among those of the pages, conditions name settings that there are', () => {
    const icons = readFileSync(new URL('../../pages/ui/web/icons.tsx', import.meta.url), 'utf8');
    for (const form of forms) {
      expect(icons).toContain(`export const ${form.icon} `);
      const paths = pathsOf(form);
      const asked = [...fieldsOf(form.fields), ...form.outputs].flatMap(({ when = [] }) => when);
      const unknown = asked.flatMap((one) => ('at' in one && !paths.includes(one.at) ? [one.at] : []));
      expect([form.id, unknown]).toEqual([form.id, []]);
    }
  });

  it('every text is there in every language', () => {
    const missing = furtherLanguages.flatMap((language) =>
      forms.flatMap((form) =>
        textsOfForm(form)
          .filter((text) => /\p{L}{2}/u.test(text) && !isCode(text))
          .filter((text) => ![form.texts?.[language], shared[language]].some((texts) => texts && text in texts))
          .map((text) => `${language} ${form.id}: ${text}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});

/** The same in every language: names of types, methods, media types, addresses, and of programming languages. */
function isCode(text: string): boolean {
  return /^(?:[a-z_]+(?:[[/-][\]a-z-]+)*|[A-Z]{3,7}|https:\S+|Python|JavaScript|Cron|Basic|Bearer)$/.test(text);
}

/** The samples of the engine, the examples, and a folder of real documents when `WEFT_CORPUS` names one. */
const folders = ['../../../engine/dsl/samples/', '../../../examples/']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .concat(readEnvironment().WEFT_CORPUS ?? []);

describe('documents', () => {
  it('each setting of each node is in a field, or is kept', () => {
    const leftovers = new Set<string>();
    for (const folder of folders) {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ya?ml$/.test(file));
      for (const file of files) {
        for (const data of nodesOf(readFileSync(`${folder}/${file}`, 'utf8'))) {
          for (const key of leftoversOf(data)) leftovers.add(`${textAt(data, 'type')}: ${key}`);
        }
      }
    }
    // What `scalar-traps.yml` has in its nodes is there for the reader of documents.
    const traps = /^(?:end: (?:text|windows|control|block)|start: \w+)$/;
    expect([...leftovers].filter((each) => !traps.test(each))).toEqual([]);
  });
});

function nodesOf(text: string): readonly Mapping[] {
  try {
    const tree = fromJson(documentsWith().parse(text).tree);
    const workflow = isMapping(tree) ? tree.workflow : undefined;
    const graph = isMapping(workflow) ? workflow.graph : undefined;
    return listAt(isMapping(graph) ? graph : {}, 'nodes')
      .map((node) => (isMapping(node) ? node.data : undefined))
      .filter(isMapping);
  } catch {
    return [];
  }
}

function leftoversOf(data: Mapping): readonly string[] {
  const type = textAt(data, 'type');
  const former = [...types.values()].find(({ document }) => document?.formerTypes?.includes(type))?.type;
  const known = formsOfType(former ?? type);
  if (known.length === 0) return [];
  const keys = new Set(known.flatMap(pathsOf).map(keyOf));
  return Object.keys(data).filter((key) => !keys.has(key) && !common.test(key));
}

describe('GET /console/api/node-types', () => {
  const path = '/console/api/node-types';
  type Body = {
    language: string;
    groups: { id: string; title: string }[];
    data: { id: string; type: string; title: string; group: string; versions: string[]; can_fail: boolean }[];
  };

  it('tells forms with what their types say, in the language asked for', async () => {
    const english = (await client.request(path)).body as Body;
    const german = (await client.request(`${path}?language=de`)).body as Body;
    expect([english.language, german.language]).toEqual(['en', 'de']);
    expect(german.data.map(({ id }) => id)).toEqual(english.data.map(({ id }) => id));
    const groups = english.groups.map(({ id }) => id);
    expect(english.data.filter(({ group }) => !groups.includes(group))).toEqual([]);
    const of = ({ data }: Body, type: string) => data.find((each) => each.type === type);
    expect(of(english, 'http-request')).toMatchObject({
      title: 'HTTP request',
      versions: ['1'],
      can_fail: true,
      required: ['url'],
      handles: [{ id: 'source' }],
      traits: { root: false, retry: true, side_effects: true, container: null },
    });
    expect(of(german, 'http-request')).toMatchObject({ title: 'HTTP-Anfrage' });
    expect(of(english, 'code')).toMatchObject({ versions: ['1', '2'] });
    expect(of(english, 'loop')).toMatchObject({ traits: { container: { kind: 'loop', pool: 'shared' } } });
    expect(of(english, 'variable-aggregator')).toMatchObject({ former_types: ['variable-assigner'] });
    expect(of(english, 'trigger-schedule')).toMatchObject({ is_single: true });
    expect(of(english, 'loop-start')).toBeUndefined();
    expect(JSON.stringify(english)).not.toContain('"texts":');
  });

  it('is not sent twice', async () => {
    const first = await client.request(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await client.request(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await client.request(`${path}?language=fr`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });

  it('attack T02: a member may read, a stranger may not; a language that is none is refused', async () => {
    expect((await client.request(`${path}?language=__proto__`)).status).toBe(400);
    const member = await newMember(platform, 'member', platform.workspaceId);
    const headers = { authorization: `Bearer ${member.token}` };
    expect((await fetch(platform.url + path, { headers })).status).toBe(200);
    expect((await fetch(platform.url + path)).status).toBe(401);
  });
});
