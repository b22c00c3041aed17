import { type DocumentModel, type Documents, fromJson, isMapping, type JsonText } from '../../engine/contract.ts';

/** A model as a document names it. */
export interface NeededModel {
  readonly provider: string;
  readonly model: string;
  readonly type: 'llm' | 'embedding' | 'rerank';
}

/** A tool as a document names it. */
export interface NeededTool {
  readonly provider: string;
  readonly kind: string;
  readonly tool: string;
  /** Nodes that name it. */
  readonly places: readonly string[];
}

/** What a document names that a workspace has to have. */
export interface DocumentNeeds {
  readonly models: readonly NeededModel[];
  readonly tools: readonly NeededTool[];
  /** Secret variables without a value. */
  readonly secrets: readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

const text = (owner: unknown, key: string) => {
  const value = isMapping(owner) && Object.hasOwn(owner, key) ? (owner as Mapping)[key] : undefined;
  return typeof value === 'string' ? value : '';
};

/** What a document names, in its order. */
export function documentNeeds(documents: Documents, tree: JsonText): DocumentNeeds {
  const secrets = new Set<string>();
  for (const { key, value } of mappingsOf(tree)) {
    if (
      key === 'environment_variables' &&
      text(value, 'value_type').toLowerCase() === 'secret' &&
      text(value, 'value') === ''
    ) {
      secrets.add(text(value, 'name'));
    }
  }
  return { models: neededModels(documents, tree), tools: neededTools(tree), secrets: [...secrets] };
}

/** Tools that a document names, each once; those that are switched off are none. */
export function neededTools(tree: JsonText): NeededTool[] {
  const tools = new Map<string, Omit<NeededTool, 'places'> & { readonly places: string[] }>();
  for (const { value, place } of mappingsOf(tree)) {
    const tool = toolAt(value);
    if (tool === null) continue;
    const key = JSON.stringify(tool);
    const known = tools.get(key) ?? { ...tool, places: [] };
    if (!known.places.includes(place)) known.places.push(place);
    tools.set(key, known);
  }
  return [...tools.values()];
}

interface Found {
  /** Under which it stands, or the list it stands in. */
  readonly key: string;
  readonly value: Mapping;
  /** The node it belongs to, as people know it. */
  readonly place: string;
}

/** Every mapping of a tree as it was read; whatever is not of the shape that nodes have is passed by. */
function* mappingsOf(tree: JsonText): Generator<Found> {
  const open: { readonly key: string; readonly value: unknown; readonly place: string }[] = [
    { key: '', value: fromJson(tree), place: 'the app' },
  ];
  for (const { key, value, place } of open) {
    if (Array.isArray(value)) for (const item of value) open.push({ key, value: item, place });
    if (!isMapping(value)) continue;
    yield { key, value, place };
    const id = text(value, 'id');
    const isNode = id !== '' && isMapping(value.data);
    const here = isNode ? `node '${text(value.data, 'title') || id}' (${id})` : place;
    for (const [name, item] of Object.entries(value)) open.push({ key: name, value: item, place: here });
  }
}

const modelTypes = { language: 'llm', embedding: 'embedding', rerank: 'rerank' } as const;

/** Each model once, in the order of the document. */
function neededModels(documents: Documents, tree: JsonText): NeededModel[] {
  const models = new Map<string, NeededModel>();
  documents.withModels(tree, ({ provider, model, type }: DocumentModel) => {
    if (provider !== '')
      models.set(JSON.stringify([provider, model, type]), { provider, model, type: modelTypes[type] });
    return null;
  });
  return [...models.values()];
}

function toolAt(value: Mapping): Omit<NeededTool, 'places'> | null {
  if (value.enabled === false || value.enabled === 0) return null;
  const tool = text(value, 'tool_name');
  const provider = text(value, 'provider_id') || text(value, 'provider_name') || text(value, 'provider');
  if (tool === '' || provider === '') return null;
  return { provider, kind: text(value, 'provider_type') || text(value, 'type') || 'builtin', tool };
}
