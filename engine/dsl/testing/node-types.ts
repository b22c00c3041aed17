import { type Documents, listAt, type NodeTraits, type NodeType, withDocuments } from '#engine';
import { createDocuments } from '#engine/dsl/documents.ts';
import type { Contributions, JsonSchema } from '#kernel';
import { allDocuments } from './node-documents.ts';

type Mapping = Readonly<Record<string, unknown>>;

const traits: Readonly<Record<string, NodeTraits>> = {
  start: { root: true, soleRoot: true },
  datasource: { root: true },
  'trigger-schedule': { root: true },
  'trigger-webhook': { root: true },
  'trigger-plugin': { root: true },
  answer: { response: true },
  end: { response: true },
  'knowledge-index': { response: true },
  'if-else': { branch: true },
  'question-classifier': { branch: true },
  'human-input': { branch: true },
  iteration: { container: { kind: 'iteration', pool: 'copied' } },
  loop: { container: { kind: 'loop', pool: 'shared' } },
};

const plain =
  'llm knowledge-retrieval code template-transform parameter-extractor http-request variable-aggregator tool assigner iteration-start loop-start loop-end document-extractor list-operator agent';

/** Every type of app DSL, nodes, as if its plugins were loaded; settings are not looked at. */
export const allNodeTypes: readonly NodeType[] = [...Object.keys(traits), ...plain.split(' ')].map((type) =>
  fakeNodeType(type),
);

export function fakeNodeType(type: string, settings: JsonSchema = { type: 'object' }, version = '1'): NodeType {
  const module = new URL('./never-loaded.ts', import.meta.url);
  const bare: NodeType = { id: `${type}@${version}`, type, version, settings, traits: traits[type] ?? {}, module };
  const inputs = (data: Readonly<Record<string, unknown>>) => listAt(data, 'variables') as readonly Mapping[];
  const [fake = bare] = withDocuments(allDocuments, [type === 'start' ? { ...bare, inputs } : bare]);
  return fake;
}

export function contributionsOf(items: readonly NodeType[]): Contributions<NodeType> {
  return { all: () => items, get: (id) => items.find((item) => item.id === id), onChange: () => () => undefined };
}

export function documentsWith(items: readonly NodeType[] = allNodeTypes): Documents {
  return createDocuments(contributionsOf(items));
}
