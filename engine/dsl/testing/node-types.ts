import type { Contributions, JsonSchema } from '../../../kernel/index.ts';
import type { Documents, NodeTraits, NodeType } from '../../contract.ts';
import { createDocuments } from '../documents.ts';

const traits: Readonly<Record<string, NodeTraits>> = {
  start: { root: true },
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
  iteration: { container: 'iteration' },
  loop: { container: 'loop' },
};

const plain =
  'llm knowledge-retrieval code template-transform parameter-extractor http-request variable-aggregator tool assigner iteration-start loop-start loop-end document-extractor list-operator agent';

/** Every type of app DSL, nodes, as if its plugins were loaded; settings are not looked at. */
export const allNodeTypes: readonly NodeType[] = [...Object.keys(traits), ...plain.split(' ')].map((type) =>
  fakeNodeType(type),
);

export function fakeNodeType(type: string, settings: JsonSchema = { type: 'object' }, version = '1'): NodeType {
  const module = new URL('./never-loaded.ts', import.meta.url);
  return { id: `${type}@${version}`, type, version, settings, traits: traits[type] ?? {}, module };
}

export function contributionsOf(items: readonly NodeType[]): Contributions<NodeType> {
  return { all: () => items, get: (id) => items.find((item) => item.id === id), onChange: () => () => undefined };
}

export function documentsWith(items: readonly NodeType[] = allNodeTypes): Documents {
  return createDocuments(contributionsOf(items));
}
