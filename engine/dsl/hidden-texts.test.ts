import { describe, expect, it } from 'vitest';
import { fromJson } from '#engine/run/values/value.ts';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { documentsWith } from './testing/node-types.ts';

const documents = documentsWith();
const NAME = `hidden_${'0'.repeat(16)}`;
const MARK = `[__HIDDEN__:${NAME}]`;

const document = (key: unknown, type = 'api-key') =>
  documents.parse(
    appDocument({
      mode: 'workflow',
      nodes: [
        node('1', 'start', { variables: [] }),
        node('2', 'http-request', {
          ...{ method: 'get', url: 'https://example.com/', headers: '', params: '', body: { type: 'none', data: [] } },
          authorization: { type, config: { type: 'custom', header: 'X', api_key: key } },
        }),
      ],
      edges: chain('1', '2'),
    }),
  ).tree;

interface Tree {
  readonly workflow: {
    readonly graph: { readonly nodes: readonly { data: { authorization: { config: { api_key: unknown } } } }[] };
  };
}
const keyOf = (tree: string) => (fromJson(tree) as Tree).workflow.graph.nodes[1]?.data.authorization.config.api_key;

/** What is hidden of a key, one after the other, and the key as it is kept. */
function hidden(key: unknown, { kept = [] as readonly string[], type = 'api-key' } = {}) {
  const texts: string[] = [];
  const tree = documents.withHidden(document(key, type), {
    hide: (text) => `hidden_${String(texts.push(text)).padStart(16, '0')}`,
    isKept: (name) => kept.includes(name),
  });
  const short = String(keyOf(tree)).replaceAll(/\[__HIDDEN__:hidden_0*([1-9])\]/g, '[$1]');
  const values = Object.fromEntries(texts.map((text, at) => [`hidden_${String(at + 1).padStart(16, '0')}`, text]));
  return { short, texts, again: keyOf(documents.withShown(tree, values)) };
}

describe('what is typed as a key', () => {
  it.each<[string, string, readonly string[]]>([
    ['sk-1', '[1]', ['sk-1']],
    ['user:pass word', '[1]', ['user:pass word']],
    [' Bearer sk-1 ', ' Bearer [1] ', ['sk-1']],
    ['{{#env.key#}}', '{{#env.key#}}', []],
    ['Basic {{#env.key#}}', 'Basic {{#env.key#}}', []],
    // On which side of a colon a value stands says whether it may hold one.
    ['{{#1.user#}}:pass', '{{#1.user#}}:[1]', ['pass']],
    ['me:{{#1.pass#}}-more', '[1]:{{#1.pass#}}[2]', ['me', '-more']],
    ['{{#no such#}}', '[1]', ['{{#no such#}}']],
    ['', '', []],
  ])('%j is kept as %j', (key, short, texts) => {
    expect(hidden(key)).toEqual({ short, texts, again: key });
  });

  it('may be a number in older documents', () => {
    expect(hidden(12345678)).toMatchObject({ short: '[1]', texts: ['12345678'] });
  });

  it('is left alone where it is a mark of what is kept, and is lost where nothing is', () => {
    expect(hidden(MARK, { kept: [NAME] })).toMatchObject({ short: MARK, texts: [] });
    expect(hidden(`a${MARK}`, { kept: [NAME] })).toMatchObject({ short: `[1]${MARK}`, texts: ['a'] });
    expect(hidden(MARK)).toMatchObject({ short: '[__HIDDEN__]', texts: [] });
    // Of what the node does not use nobody is told.
    expect(hidden(MARK, { type: 'no-auth' })).toMatchObject({ short: '', texts: [] });
  });

  it('is a secret variable in the graph that runs, and no other text of it', () => {
    const tree = documents.withHidden(document('sk-canary'), { hide: () => NAME, isKept: () => true });
    const { graph, secretNames } = documents.compile(tree);
    expect(secretNames).toEqual([NAME]);
    expect(graph.text).toContain(`{{#env.${NAME}#}}`);
    expect(graph.text).not.toMatch(/canary|__HIDDEN__/);
  });

  it('keeps a document that has lost it from being published, and says where', () => {
    const place = { nodeId: '2', field: 'authorization.config.api_key', severity: 'error', isRefused: true };
    expect(documents.problems(document('[__HIDDEN__]'))).toContainEqual(expect.objectContaining(place));
    expect(() => documents.compile(document('[__HIDDEN__]'))).toThrow(
      /field authorization.config.api_key .* Type it again/,
    );
  });

  it('is told of by versions as another secret, without its marks', () => {
    const [change] = documents.compare(document(MARK), document('{{#env.key#}}'));
    const field = { path: 'authorization.config.api_key', change: 'changed', isSecret: true };
    expect(change).toMatchObject({ part: 'node', id: '2', fields: [field] });
    expect(JSON.stringify(change)).not.toMatch(/__HIDDEN__|before|after/);
  });

  it('attack T21: is no work without end: of many pieces a document is refused', () => {
    const many = '{{#env.key#}}:'.repeat(20_000);
    expect(() => hidden(`${'{{#env.key#}}x'.repeat(20_000)}`)).toThrow(/more than 5000 texts .* environment variables/);
    expect(hidden(many)).toMatchObject({ short: many, texts: [] });
  });

  it('leaves documents without such nodes the very text they are', () => {
    const { tree } = documents.parse(appDocument({ mode: 'workflow', nodes: [node('1', 'start')], edges: [] }));
    const means = { hide: () => NAME, isKept: () => true };
    expect(documents.withHidden(tree, means)).toBe(tree);
    expect(documents.withHidden(document('{{#env.key#}}'), means)).toBe(document('{{#env.key#}}'));
  });

  it('is a secret variable in what others get, beside placeholders too', () => {
    const { parsed } = documents.withCredentialsMoved({ tree: document(`{{#1.user#}}:${MARK}`), warnings: [] });
    expect(keyOf(parsed.tree)).toBe('{{#1.user#}}:{{#env.x_api_key#}}');
    expect(documents.export(parsed.tree, { secrets: false })).not.toContain('__HIDDEN__');
  });
});
