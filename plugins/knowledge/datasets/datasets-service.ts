import { type Contributions, newId, PlatformError } from '#kernel';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { ExternalKnowledge } from '#plugins/external-knowledge/contract.ts';
import type { Jobs } from '#plugins/jobs/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type {
  Dataset,
  DatasetChange,
  DatasetEnding,
  DatasetQuery,
  Datasets,
  DatasetUse,
  DatasetUsers,
  DatasetViewer,
  ExternalSettings,
  Generation,
  IndexingTechnique,
  MetadataField,
  NewDataset,
} from './contract.ts';
import { invalid, noDataset } from './dataset-errors.ts';
import type { DatasetModels } from './dataset-models.ts';
import { removalJob } from './dataset-removal.ts';
import type { DatasetStore, DatasetValues } from './dataset-store.ts';
import type { FieldStore } from './field-store.ts';
import type { GenerationStore } from './generation-store.ts';
import { fittedTo, startRetrieval } from './merge-retrieval.ts';
import { checkDescription, checkFieldName, checkName, checkTagName } from './names.ts';
import { defaultRetrieval, type RetrievalModel } from './retrieval-model.ts';
import { allows, sameOrNew } from './settled.ts';
import type { TagStore } from './tag-store.ts';

export interface DatasetsParts {
  readonly store: DatasetStore;
  readonly generations: GenerationStore;
  readonly fields: FieldStore;
  readonly tags: TagStore;
  readonly models: DatasetModels;
  readonly members: Pick<Members, 'list'>;
  readonly jobs: Pick<Jobs, 'prepare' | 'enqueue'>;
  readonly users: Contributions<DatasetUsers>;
  readonly endings: Contributions<DatasetEnding>;
  readonly external: Pick<ExternalKnowledge, 'get'>;
}

/** Apps that are named where a base is not deleted for them. */
const MAX_NAMED = 5;

/** Knowledge bases of workspaces. */
export class DatasetsService implements Datasets {
  readonly #parts: DatasetsParts;

  constructor(parts: DatasetsParts) {
    this.#parts = parts;
  }

  async create(workspaceId: string, given: NewDataset, viewer: DatasetViewer): Promise<Dataset> {
    const { models, store } = this.#parts;
    const external = given.external ?? null;
    checkName(given.name);
    checkDescription(given.description ?? '');
    if (external !== null) await this.#parts.external.get(workspaceId, external.apiId);
    const technique = external === null ? (given.indexingTechnique ?? (given.embedding ? 'high_quality' : null)) : null;
    const docForm = external === null ? (given.docForm ?? null) : null;
    allows(technique, docForm);
    const embedding = technique === 'high_quality' ? await models.embedding(workspaceId, given.embedding) : null;
    const base = { workspaceId, indexingTechnique: technique, embedding, retrieval: defaultRetrieval };
    return store.insert({
      id: newId(),
      workspaceId,
      name: given.name,
      description: given.description ?? '',
      provider: external === null ? 'vendor' : 'external',
      permission: given.permission ?? 'only_me',
      indexingTechnique: technique,
      docForm,
      dataSourceType: null,
      retrieval: await models.retrieval(base, given.retrieval),
      embedding,
      indexId: null,
      summaryIndex: await models.summary(workspaceId, given.summaryIndex ?? null),
      builtInFields: false,
      apiEnabled: true,
      icon: given.icon ?? null,
      external,
      createdBy: viewer.accountId,
      authorName: viewer.name,
      updatedBy: viewer.accountId,
    });
  }

  list(workspaceId: string, query: DatasetQuery, viewer: DatasetViewer) {
    return this.#parts.store.page(workspaceId, query, viewer);
  }

  async get(workspaceId: string, id: string, viewer: DatasetViewer): Promise<Dataset> {
    const [dataset] = await this.#parts.store.byIds(workspaceId, [id], { viewer });
    if (dataset === undefined) throw noDataset(id);
    return dataset;
  }

  async find(workspaceId: string, id: string): Promise<Dataset | null> {
    return (await this.#parts.store.byIds(workspaceId, [id]))[0] ?? null;
  }

  findMany(workspaceId: string, ids: readonly string[], viewer?: DatasetViewer) {
    return this.#parts.store.byIds(workspaceId, ids, viewer === undefined ? {} : { viewer });
  }

  byName(workspaceId: string, names: readonly string[]) {
    return this.#parts.store.byNames(workspaceId, names);
  }

  async change(workspaceId: string, id: string, change: DatasetChange, viewer: DatasetViewer): Promise<Dataset> {
    const { store, models } = this.#parts;
    const before = await this.get(workspaceId, id, viewer);
    if (change.name !== undefined) checkName(change.name);
    if (change.description !== undefined) checkDescription(change.description);
    const members = await this.#membersAfter(before, change, viewer);
    const settled = await this.#settledAfter(before, change);
    const { indexingTechnique = before.indexingTechnique, embedding = before.embedding } = settled;
    const isIndexedOtherwise = settled.indexingTechnique !== undefined;
    const retrieval =
      change.retrieval === undefined && !isIndexedOtherwise
        ? undefined
        : await models.retrieval(
            { workspaceId, indexingTechnique, embedding, retrieval: raised(before, indexingTechnique) },
            change.retrieval,
          );
    const external = await this.#externalAfter(before, change.external);
    const values: DatasetValues = {
      ...settled,
      ...(change.name !== undefined && { name: change.name }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.permission !== undefined && { permission: change.permission }),
      ...(change.apiEnabled !== undefined && { apiEnabled: change.apiEnabled }),
      ...(change.icon !== undefined && { icon: change.icon }),
      ...(change.summaryIndex !== undefined && {
        summaryIndex: await models.summary(workspaceId, change.summaryIndex),
      }),
      ...(retrieval !== undefined && { retrieval }),
      ...(external !== undefined && { external }),
      updatedBy: viewer.accountId,
    };
    return store.update(before, values, members === undefined ? {} : { members });
  }

  async settle(given: Dataset, said: Parameters<Datasets['settle']>[1]): Promise<Dataset> {
    const { store, models } = this.#parts;
    const { workspaceId, id } = given;
    const dataset = (await this.find(workspaceId, id)) ?? given;
    if (dataset.provider === 'external')
      throw invalid('dataset_id', 'Documents of an external base are kept elsewhere.');
    const indexingTechnique =
      sameOrNew('indexing_technique', dataset.indexingTechnique, said.indexingTechnique) ?? 'high_quality';
    const docForm = sameOrNew('doc_form', dataset.docForm, said.docForm) ?? 'text_model';
    allows(indexingTechnique, docForm);
    const embedding = await this.#settledEmbedding(dataset, { indexingTechnique, embedding: said.embedding });
    const dataSourceType = dataset.dataSourceType ?? said.dataSourceType ?? null;
    const isFirst = dataset.indexingTechnique === null;
    const isSettled = !isFirst && dataset.docForm !== null && dataset.dataSourceType === dataSourceType;
    if (isSettled && (indexingTechnique === 'economy' || dataset.embedding !== null)) return dataset;
    const retrieval = isFirst
      ? await models.retrieval({ ...dataset, indexingTechnique, embedding }, said.retrieval)
      : dataset.retrieval;
    const values = { indexingTechnique, docForm, embedding, dataSourceType, retrieval };
    return store.settle(dataset, values);
  }

  async delete(workspaceId: string, id: string, viewer: DatasetViewer, isConfirmed: boolean): Promise<void> {
    const { jobs, store, endings } = this.#parts;
    const dataset = await this.get(workspaceId, id, viewer);
    if (!isConfirmed) refuseUsed(dataset, await this.uses(workspaceId, [id]));
    await jobs.prepare();
    const isDeleted = await store.delete(dataset, async (within) => {
      for (const ending of endings.all()) await ending.deleting?.(dataset, within);
      await jobs.enqueue(removalJob(dataset), { within });
    });
    if (!isDeleted) throw noDataset(id);
  }

  async uses(workspaceId: string, ids: readonly string[]): Promise<readonly DatasetUse[]> {
    if (ids.length === 0) return [];
    return (await Promise.all(this.#parts.users.all().map((users) => users.usesOf(workspaceId, ids)))).flat();
  }

  membersOf(workspaceId: string, id: string) {
    return this.#parts.store.members(workspaceId, id);
  }

  takePositions(dataset: Dataset, count: number, within?: OpenTransaction) {
    return this.#parts.store.takePositions(dataset, count, within);
  }

  async fields(workspaceId: string, datasetId: string) {
    return this.#parts.fields.list(await this.#there(workspaceId, datasetId));
  }

  async addField(workspaceId: string, datasetId: string, field: Omit<MetadataField, 'id'>) {
    checkFieldName(field.name);
    return this.#parts.fields.add(await this.#there(workspaceId, datasetId), field);
  }

  async renameField(workspaceId: string, datasetId: string, fieldId: string, name: string) {
    checkFieldName(name);
    return this.#parts.fields.rename(await this.#there(workspaceId, datasetId), fieldId, name);
  }

  async removeField(workspaceId: string, datasetId: string, fieldId: string) {
    await this.#parts.fields.remove(await this.#there(workspaceId, datasetId), fieldId);
  }

  async setBuiltInFields(workspaceId: string, datasetId: string, isOn: boolean): Promise<void> {
    await this.#parts.store.update({ workspaceId, id: datasetId }, { builtInFields: isOn });
  }

  tags(workspaceId: string) {
    return this.#parts.tags.list(workspaceId);
  }

  async createTag(workspaceId: string, name: string) {
    checkTagName(name);
    return this.#parts.tags.create(workspaceId, name);
  }

  async renameTag(workspaceId: string, tagId: string, name: string) {
    checkTagName(name);
    return this.#parts.tags.rename(workspaceId, tagId, name);
  }

  deleteTag(workspaceId: string, tagId: string) {
    return this.#parts.tags.delete(workspaceId, tagId);
  }

  async bindTags(workspaceId: string, datasetId: string, tagIds: readonly string[]): Promise<void> {
    const { id } = await this.#there(workspaceId, datasetId);
    await this.#parts.tags.bind(workspaceId, id, tagIds);
  }

  async unbindTags(workspaceId: string, datasetId: string, tagIds: readonly string[]): Promise<void> {
    const { id } = await this.#there(workspaceId, datasetId);
    await this.#parts.tags.unbind(workspaceId, id, tagIds);
  }

  tagsOf(workspaceId: string, datasetIds: readonly string[]) {
    return this.#parts.tags.of(workspaceId, datasetIds);
  }

  generations(workspaceId: string, datasetId: string, within?: OpenTransaction) {
    return this.#parts.generations.list(workspaceId, datasetId, within);
  }

  activeGeneration(dataset: Dataset, within?: OpenTransaction) {
    return this.#parts.generations.active(dataset, within);
  }

  beginGeneration(dataset: Dataset, embedding: Generation['embedding'], within?: OpenTransaction) {
    return this.#parts.generations.begin(dataset, embedding, within);
  }

  switchGeneration(generation: Generation, within?: OpenTransaction) {
    const { embedding } = generation;
    const retrieval = (before: Dataset) => {
      const technique = embedding === null ? 'economy' : 'high_quality';
      return fittedTo(technique, startRetrieval(embedding, raised(before, technique)));
    };
    return this.#parts.generations.switch(generation, retrieval, within);
  }

  markGeneration(generation: Generation, error: string | null) {
    return this.#parts.generations.mark(generation, error);
  }

  abandonGeneration(generation: Generation, within?: OpenTransaction) {
    return this.#parts.generations.abandon(generation, within);
  }

  async #there(workspaceId: string, id: string): Promise<Dataset> {
    const dataset = await this.find(workspaceId, id);
    if (dataset === null) throw noDataset(id);
    return dataset;
  }

  /** Who may see it then; undefined: nothing changes. */
  async #membersAfter(
    before: Dataset,
    { permission = before.permission, members }: DatasetChange,
    viewer: DatasetViewer,
  ): Promise<readonly string[] | undefined> {
    if (members === undefined && permission === before.permission) return undefined;
    if (!viewer.seesAll && (before.createdBy === null || before.createdBy !== viewer.accountId)) {
      const message = `Who may see "${before.name}" is changed by its creator, or by the owner of the workspace.`;
      throw new PlatformError('forbidden', 'datasets.forbidden', message);
    }
    if (permission !== 'partial_members') return [];
    if (members === undefined) return undefined;
    const belonging = new Set((await this.#parts.members.list(before.workspaceId)).map(({ accountId }) => accountId));
    const stranger = members.find((account) => !belonging.has(account));
    if (stranger === undefined) return members;
    throw invalid('partial_member_list', `${stranger} is no member of the workspace.`);
  }

  async #settledAfter(before: Dataset, change: DatasetChange): Promise<DatasetValues> {
    const { indexingTechnique: technique, docForm } = change;
    const isRaised = before.indexingTechnique === 'economy' && technique === 'high_quality';
    if (isRaised && before.indexId !== null) {
      const message = 'The base has an index: choose its embedding model, and it becomes of high quality with it.';
      throw invalid('indexing_technique', message);
    }
    const indexingTechnique = isRaised
      ? technique
      : sameOrNew('indexing_technique', before.indexingTechnique, technique ?? undefined);
    const form = sameOrNew('doc_form', before.docForm, docForm ?? undefined);
    if ((indexingTechnique !== null || form !== null) && before.provider === 'external') {
      throw invalid('indexing_technique', 'An external base is not indexed here.');
    }
    allows(indexingTechnique, form);
    const isNew = indexingTechnique !== before.indexingTechnique;
    return {
      ...(form !== before.docForm && { docForm: form }),
      ...(isNew && {
        indexingTechnique,
        embedding: indexingTechnique === 'high_quality' ? await this.#embedding(before) : null,
      }),
    };
  }

  #embedding(dataset: Dataset) {
    return this.#parts.models.embedding(dataset.workspaceId, dataset.embedding);
  }

  async #settledEmbedding(
    dataset: Dataset,
    said: { readonly indexingTechnique: IndexingTechnique; readonly embedding: NewDataset['embedding'] | undefined },
  ): Promise<Dataset['embedding']> {
    if (said.indexingTechnique === 'economy') return null;
    const known = dataset.embedding;
    if (known !== null && (said.embedding === undefined || said.embedding === null)) return known;
    const named = await this.#parts.models.embedding(dataset.workspaceId, said.embedding);
    if (known === null || (known.provider === named.provider && known.model === named.model)) return named;
    const message = `The base is indexed with ${known.model} of ${known.provider}. Change its embedding model first, or leave it out.`;
    throw invalid('embedding_model', message);
  }

  async #externalAfter(
    { workspaceId, external }: Dataset,
    change: Partial<ExternalSettings> | undefined,
  ): Promise<ExternalSettings | undefined> {
    if (change === undefined) return undefined;
    if (change.apiId !== undefined) await this.#parts.external.get(workspaceId, change.apiId);
    if (external === null) throw invalid('external_retrieval_model', 'The base is no external one.');
    return { ...external, ...change };
  }
}

/** Keywords were all that a base of economy was searched by. */
function raised({ indexingTechnique, retrieval }: Dataset, technique: IndexingTechnique | null): RetrievalModel {
  const isRaised = indexingTechnique === 'economy' && technique === 'high_quality';
  return isRaised ? { ...retrieval, search_method: 'semantic_search' } : retrieval;
}

function refuseUsed({ name }: Dataset, uses: readonly DatasetUse[]): void {
  const apps = [...new Map(uses.map(({ appId, appName }) => [appId, appName])).values()];
  if (apps.length === 0) return;
  const named = apps.slice(0, MAX_NAMED).map((app) => `"${app}"`);
  const rest = apps.length > MAX_NAMED ? ` and ${apps.length - MAX_NAMED} more` : '';
  const message = `These apps use the knowledge base "${name}" and would find nothing in it: ${named.join(', ')}${rest}. Delete it all the same with confirm=true.`;
  throw new PlatformError('conflict', 'datasets.dataset_in_use', message);
}
