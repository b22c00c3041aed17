/** Models that a document names: they mean something where a provider of that name is configured. */
import type { DocumentModel } from '#engine';
import { isMapping } from '#engine/run/values/value.ts';
import { nameOf } from './graph-draft.ts';
import { type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

type Place = Pick<DocumentModel, 'place' | 'nodeId'>;
type Replace = (model: DocumentModel) => { readonly provider: string; readonly model: string } | null;

/** Pairs of keys that name a model in one mapping. */
const pairs = [
  { provider: 'embedding_provider_name', model: 'embedding_model_name', type: 'embedding' },
  { provider: 'embedding_model_provider', model: 'embedding_model', type: 'embedding' },
  { provider: 'reranking_provider_name', model: 'reranking_model_name', type: 'rerank' },
] as const;

/** A copy in which each model is what `replace` says; null leaves one as it is. */
export function mapModels(tree: Mapping, replace: Replace): Mapping {
  return new ModelMapper(replace).map(tree, { place: 'the app', nodeId: null });
}

class ModelMapper {
  readonly #replace: Replace;

  constructor(replace: Replace) {
    this.#replace = replace;
  }

  map(owner: Mapping, around: Place): Mapping {
    const data = valueAt(owner, 'data');
    const id = textAt(owner, 'id');
    const here =
      isMapping(data) && id !== '' ? { place: nameOf({ id, title: textAt(data, 'title', id) }), nodeId: id } : around;
    const entries = Object.entries(owner).map(([key, value]) => [key, this.#value(key, value, { owner, here })]);
    return this.#pairs(Object.fromEntries(entries), here);
  }

  #value(key: string, value: unknown, around: { readonly owner: Mapping; readonly here: Place }): unknown {
    const { owner, here } = around;
    if (Array.isArray(value)) return value.map((item) => this.#value('', item, around));
    if (!isMapping(value) || isLeftOver(key, owner)) return value;
    if (key !== 'model' && !key.endsWith('_model')) return this.map(value, here);
    const inner = valueAt(value, 'value');
    const model = this.#model(value, key, here);
    return isMapping(inner) ? { ...model, value: this.#model(inner, key, here) } : this.map(model, here);
  }

  /** `{provider, name}`, and `{provider, model}` where nodes of another kind name one. */
  #model(value: Mapping, key: string, here: Place): Mapping {
    const field = Object.hasOwn(value, 'name') ? 'name' : 'model';
    if (!Object.hasOwn(value, 'provider') || textAt(value, field) === '') return value;
    const type = key.startsWith('rerank') ? 'rerank' : key.startsWith('embedding') ? 'embedding' : 'language';
    const named = { provider: textAt(value, 'provider'), model: textAt(value, field), type, ...here } as const;
    const found = this.#replace(named);
    return found === null ? value : { ...value, provider: found.provider, [field]: found.model };
  }

  #pairs(owner: Mapping, here: Place): Mapping {
    let mapped = owner;
    for (const { provider, model, type } of pairs) {
      const named = { provider: textAt(mapped, provider), model: textAt(mapped, model), type, ...here };
      const found = named.model === '' ? null : this.#replace(named);
      if (found !== null) mapped = { ...mapped, [provider]: found.provider, [model]: found.model };
    }
    return mapped;
  }
}

/** What editors leave behind of a choice that was changed. */
function isLeftOver(key: string, owner: Mapping): boolean {
  if (key === 'single_retrieval_config') return textAt(owner, 'retrieval_mode') !== 'single';
  if (key === 'reranking_model') {
    return valueAt(owner, 'reranking_enable') === false || textAt(owner, 'reranking_mode') === 'weighted_score';
  }
  if (key === 'weights') return textAt(owner, 'reranking_mode') !== 'weighted_score';
  if (key === 'annotation_reply') return valueAt(mappingAt(owner, key), 'enabled') === false;
  return key === 'schema' || key === 'outputs' || key === 'properties';
}
