import { type DocumentModel, type Documents, fromJson, isMapping, type JsonText, mappingOf } from '#engine';
import { Slices } from '#kernel';
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
export async function documentNeeds(documents: Documents, tree: JsonText): Promise<DocumentNeeds> {
  const slices = new Slices();
  const workflow = mappingOf(mappingOf(fromJson(tree)).workflow);
  const declared = Array.isArray(workflow.environment_variables) ? workflow.environment_variables : [];
  const empty = declared.filter(
    (variable) => text(variable, 'value_type').toLowerCase() === 'secret' && text(variable, 'value') === '',
  );
  const secrets = new Set(empty.map((variable) => text(variable, 'name')));
  await slices.next();
  const models = neededModels(documents, tree);
  await slices.next();
  const tools = neededTools(tree);
  await slices.next();
  return { models, tools, secrets: [...secrets] };
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
