import { unixSeconds } from '#http';
import { type Contributions, first } from '#kernel';
import type { Dataset, DatasetCounts, Datasets, DatasetTag } from './contract.ts';

/** What a list shows of a base besides its settings. */
interface Figures {
  readonly tags: readonly Pick<DatasetTag, 'id' | 'name'>[];
  readonly apps: number;
  readonly documents: number;
  readonly available: number;
  readonly words: number;
}

export interface ItemParts {
  readonly datasets: Datasets;
  readonly counts: Contributions<DatasetCounts>;
}

/** Bases as the console shows them, with names of the runtime API. */
export async function datasetItems({ datasets, counts }: ItemParts, workspaceId: string, found: readonly Dataset[]) {
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [tags, uses, held] = await Promise.all([
    datasets.tagsOf(workspaceId, ids),
    datasets.uses(workspaceId, ids),
    Promise.all(counts.all().map((each) => each.counts(workspaceId, ids))),
  ]);
  return found.map((dataset) => {
    const apps = new Set(uses.filter(({ datasetId }) => datasetId === dataset.id).map(({ appId }) => appId));
    const own = held.flatMap((each) => each.get(dataset.id) ?? []);
    const sum = (of: 'documents' | 'available' | 'words') => own.reduce((total, each) => total + each[of], 0);
    return datasetItem(dataset, {
      tags: tags.get(dataset.id) ?? [],
      apps: apps.size,
      documents: sum('documents'),
      available: sum('available'),
      words: sum('words'),
    });
  });
}

/** The same of one, with those who may see it: they are told where the permission is for chosen members. */
export async function wholeItem(parts: ItemParts, dataset: Dataset) {
  const { workspaceId, id } = dataset;
  const item = first(await datasetItems(parts, workspaceId, [dataset]));
  return { ...item, partial_member_list: await parts.datasets.membersOf(workspaceId, id) };
}

function datasetItem(dataset: Dataset, figures: Figures) {
  const { external } = dataset;
  return {
    id: dataset.id,
    name: dataset.name,
    description: dataset.description,
    provider: dataset.provider,
    permission: dataset.permission,
    data_source_type: dataset.dataSourceType,
    indexing_technique: dataset.indexingTechnique,
    doc_form: dataset.docForm,
    embedding_model: dataset.embedding?.model ?? null,
    embedding_model_provider: dataset.embedding?.provider ?? null,
    retrieval_model: dataset.retrieval,
    summary_index_setting: dataset.summaryIndex,
    external_knowledge_api_id: external?.apiId ?? null,
    external_knowledge_id: external?.knowledgeId ?? null,
    external_retrieval_model:
      external === null ? null : { top_k: external.topK, score_threshold: external.scoreThreshold },
    built_in_field_enabled: dataset.builtInFields,
    enable_api: dataset.apiEnabled,
    icon_info: dataset.icon,
    tags: figures.tags,
    app_count: figures.apps,
    document_count: figures.documents,
    available_document_count: figures.available,
    word_count: figures.words,
    created_by: dataset.createdBy,
    author_name: dataset.authorName,
    updated_by: dataset.updatedBy,
    created_at: unixSeconds(dataset.createdAt),
    updated_at: unixSeconds(dataset.updatedAt),
  };
}
