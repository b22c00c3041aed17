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

/** Walks a tree as it was read; whatever is not of the shape that nodes have is passed by. */
export function documentNeeds(documents: Documents, tree: JsonText): DocumentNeeds {
  const tools = new Map<string, NeededTool>();
  const secrets = new Set<string>();
  const open: { readonly key: string; readonly value: unknown }[] = [{ key: '', value: fromJson(tree) }];
  for (const { key, value } of open) {
    if (Array.isArray(value)) for (const item of value) open.push({ key, value: item });
    if (!isMapping(value)) continue;
    for (const [name, item] of Object.entries(value)) open.push({ key: name, value: item });
    const tool = toolAt(value);
    if (tool !== null) tools.set(JSON.stringify(tool), tool);
    if (
      key === 'environment_variables' &&
      text(value, 'value_type').toLowerCase() === 'secret' &&
      text(value, 'value') === ''
    ) {
      secrets.add(text(value, 'name'));
    }
  }
  return { models: neededModels(documents, tree), tools: [...tools.values()], secrets: [...secrets] };
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

function toolAt(value: unknown): NeededTool | null {
  const tool = text(value, 'tool_name');
  const provider = text(value, 'provider_id') || text(value, 'provider_name') || text(value, 'provider');
  if (tool === '' || provider === '') return null;
  return { provider, kind: text(value, 'provider_type') || text(value, 'type') || 'builtin', tool };
}
