import { type DocumentModel, type Documents, fromJson, isMapping, type JsonText, mappingOf } from '#engine';
import { type NeededTool, neededTools } from '#plugins/tools/contract.ts';

/** A model as a document names it. */
export interface NeededModel {
  readonly provider: string;
  readonly model: string;
  readonly type: 'llm' | 'embedding' | 'rerank';
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
  const workflow = mappingOf(mappingOf(fromJson(tree)).workflow);
  const declared = Array.isArray(workflow.environment_variables) ? workflow.environment_variables : [];
  const empty = declared.filter(
    (variable) => text(variable, 'value_type').toLowerCase() === 'secret' && text(variable, 'value') === '',
  );
  const secrets = new Set(empty.map((variable) => text(variable, 'name')));
  return { models: neededModels(documents, tree), tools: neededTools(tree), secrets: [...secrets] };
}

/** Types of models as documents tell them. */
export const modelTypes = { language: 'llm', embedding: 'embedding', rerank: 'rerank' } as const;

/** Each model once, in the order of the document. */
export function neededModels(documents: Documents, tree: JsonText): NeededModel[] {
  const models = new Map<string, NeededModel>();
  documents.withModels(tree, ({ provider, model, type }: DocumentModel) => {
    if (provider !== '')
      models.set(JSON.stringify([provider, model, type]), { provider, model, type: modelTypes[type] });
    return null;
  });
  return [...models.values()];
}
