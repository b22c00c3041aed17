import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kernel';
import { Database } from '#plugins/database/contract.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import type { Dataset, DatasetEnding, DatasetViewer, NewDataset } from './contract.ts';
import { Datasets, defaultRetrieval, keyViewer } from './contract.ts';
import { removalTask } from './dataset-removal.ts';
import { DatasetStore } from './dataset-store.ts';
import { GenerationStore } from './generation-store.ts';
import { contributionsOf, serviceWith } from './testing/service-with.ts';

let platform: TestPlatform;
let datasets: Datasets;
let workspaceId: string;
beforeAll(async () => {
  platform = await sharedPlatform();
  datasets = platform.kernel.resolve(Datasets);
  workspaceId = platform.workspaceId;
});
afterAll(() => platform.dispose());

let made = 0;
const create = (given: Partial<NewDataset> = {}, viewer: DatasetViewer = keyViewer) =>
  datasets.create(workspaceId, { name: `Base ${++made}`, ...given }, viewer);
const ofCode = (code: string) => expect.objectContaining({ code: `datasets.${code}` });
const invalidIn = (field: string) => expect.objectContaining({ code: 'datasets.invalid_param', field });
const person = (accountId = newId()): DatasetViewer => ({ accountId, name: 'Ada', seesAll: false });
const lexical = { provider: 'lexical', model: 'lexical-1024' };

describe('a new base', () => {
  it('has the defaults of the runtime API', async () => {
    const base = await create({ name: 'Plant notes' });
    expect(base).toMatchObject({
      workspaceId,
      name: 'Plant notes',
      description: '',
      provider: 'vendor',
      permission: 'only_me',
      indexingTechnique: null,
      docForm: null,
      retrieval: defaultRetrieval,
      embedding: null,
      indexId: null,
      apiEnabled: true,
      builtInFields: false,
      external: null,
      createdBy: null,
    });
    expect(await datasets.find(workspaceId, base.id)).toEqual(base);
    expect(await datasets.get(workspaceId, base.id, keyViewer)).toEqual(base);
  });

  it('of high quality has the built-in model where the workspace has none, and weighs keywords more', async () => {
    const base = await create({ indexingTechnique: 'high_quality' });
    expect(base.embedding).toEqual(lexical);
    expect(base.retrieval).toMatchObject({
      search_method: 'hybrid_search',
      reranking_mode: 'weighted_score',
      weights: { vector_setting: { vector_weight: 0.3 }, keyword_setting: { keyword_weight: 0.7 } },
      top_k: 4,
    });
    const asked = await create({ indexingTechnique: 'high_quality', retrieval: { search_method: 'semantic_search' } });
    expect(asked.retrieval.search_method).toBe('semantic_search');
    const named = await create({ embedding: { provider: 'demo', model: 'demo-embedding' } });
    expect(named).toMatchObject({ indexingTechnique: 'high_quality', retrieval: defaultRetrieval });
  });

  it('of economy is searched by keywords', async () => {
    const base = await create({ indexingTechnique: 'economy', embedding: lexical });
    expect(base).toMatchObject({ embedding: null, retrieval: { search_method: 'keyword_search' } });
  });

  it('needs a name that nothing else has, in whatever case', async () => {
    const { name } = await create({ name: 'Straße' });
    await expect(create({ name: name.toUpperCase().replace('SS', 'ß') })).rejects.toEqual(
      ofCode('dataset_name_duplicate'),
    );
    for (const wrong of ['', ' \u200b', 'x'.repeat(41)]) {
      await expect(create({ name: wrong })).rejects.toEqual(invalidIn('name'));
    }
    await expect(create({ description: 'x'.repeat(401) })).rejects.toEqual(invalidIn('description'));
    expect((await create({ name: '𝒳'.repeat(40) })).name).toHaveLength(80);
  });

  it('names models that can be called, and settings that there are', async () => {
    const unknown = { provider: 'nobody', model: 'x' };
    await expect(create({ embedding: unknown })).rejects.toMatchObject({ code: 'models.provider_not_initialize' });
    await expect(create({ retrieval: { top_k: 0 } })).rejects.toEqual(invalidIn('retrieval_model.top_k'));
    await expect(create({ retrieval: { search_method: 'magic' } })).rejects.toEqual(
      invalidIn('retrieval_model.search_method'),
    );
    await expect(create({ indexingTechnique: 'economy', docForm: 'qa_model' })).rejects.toEqual(invalidIn('doc_form'));
    const external = { apiId: newId(), knowledgeId: 'k', topK: 4, scoreThreshold: null };
    await expect(create({ external })).rejects.toMatchObject({ code: 'external-knowledge.not_found' });
  });

  it('takes of retrieval settings what it knows, and completes it', async () => {
    const { retrieval } = await create({
      retrieval: {
        weights: { keyword_setting: { keyword_weight: 0.2 } },
        score_threshold: 0.5,
        reranking_model: null,
        metadata_filtering_conditions: null,
        extra: 'not kept',
      },
    });
    expect(retrieval).toEqual({
      ...defaultRetrieval,
      score_threshold: 0.5,
      weights: {
        weight_type: 'customized',
        vector_setting: { vector_weight: 0.8, embedding_provider_name: '', embedding_model_name: '' },
        keyword_setting: { keyword_weight: 0.2 },
      },
    });
  });
});

describe('the first document', () => {
  it('says how a base is indexed, and later ones the same', async () => {
    const base = await create();
    const settled = await datasets.settle(base, { dataSourceType: 'upload_file' });
    expect(settled).toMatchObject({
      indexingTechnique: 'high_quality',
      docForm: 'text_model',
      embedding: lexical,
      dataSourceType: 'upload_file',
      retrieval: { search_method: 'hybrid_search' },
    });
    expect(await datasets.settle(settled, { indexingTechnique: 'high_quality', embedding: lexical })).toEqual(settled);
    await expect(datasets.settle(base, { indexingTechnique: 'economy' })).rejects.toEqual(
      invalidIn('indexing_technique'),
    );
    await expect(datasets.settle(base, { docForm: 'qa_model' })).rejects.toEqual(invalidIn('doc_form'));
    const other = { provider: 'demo', model: 'demo-embedding' };
    await expect(datasets.settle(base, { embedding: other })).rejects.toEqual(invalidIn('embedding_model'));
  });

  it('is one of many that come at the same time', async () => {
    const base = await create();
    const said = ['economy', 'high_quality', 'economy'] as const;
    const outcomes = await Promise.allSettled(
      said.map((indexingTechnique) => datasets.settle(base, { indexingTechnique })),
    );
    const { indexingTechnique } = (await datasets.find(workspaceId, base.id)) as Dataset;
    expect(outcomes.map(({ status }) => status)).toEqual(
      said.map((each) => (each === indexingTechnique ? 'fulfilled' : 'rejected')),
    );
  });

  it('gets a position that no other has', async () => {
    const base = await create();
    const taken = await Promise.all([1, 3, 2].map(async (count) => [await datasets.takePositions(base, count), count]));
    const all = taken.flatMap(([first = 0, count = 0]) => Array.from({ length: count }, (_, at) => first + at));
    expect(all.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('generations of an index', () => {
  it('begin with the base and are switched in one step', async () => {
    const base = await datasets.settle(await create(), { indexingTechnique: 'economy' });
    const [first, same] = await Promise.all([datasets.activeGeneration(base), datasets.activeGeneration(base)]);
    expect(first).toMatchObject({ workspaceId, datasetId: base.id, embedding: null, state: 'active' });
    expect(same.id).toBe(first.id);
    expect((await datasets.find(workspaceId, base.id))?.indexId).toBe(first.id);

    const abandoned = await datasets.beginGeneration(base, lexical);
    const { begun, replaced } = await datasets.beginGeneration(base, lexical);
    expect([abandoned.replaced, replaced?.id]).toEqual([null, abandoned.begun.id]);
    await datasets.markGeneration(begun, 'The provider is away.');
    expect((await datasets.generations(workspaceId, base.id)).map(({ state, error }) => [state, error])).toEqual([
      ['active', null],
      ['building', 'The provider is away.'],
    ]);
    await expect(datasets.switchGeneration(abandoned.begun)).rejects.toEqual(ofCode('not_found'));
    expect((await datasets.switchGeneration(begun))?.id).toBe(first.id);
    expect(await datasets.find(workspaceId, base.id)).toMatchObject({
      indexId: begun.id,
      embedding: lexical,
      indexingTechnique: 'high_quality',
      retrieval: { search_method: 'hybrid_search' },
    });
    await datasets.abandonGeneration(begun);
    expect((await datasets.generations(workspaceId, base.id)).map(({ id, error }) => [id, error])).toEqual([
      [begun.id, null],
    ]);
  });

  it('take part in transactions of others', async () => {
    const base = await datasets.settle(await create(), {});
    const db = platform.kernel.resolve(Database).workspace<object>(workspaceId);
    const rolledBack = db.transaction().execute(async (within) => {
      await datasets.activeGeneration(base, within);
      await datasets.takePositions(base, 5, within);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await datasets.generations(workspaceId, base.id)).toEqual([]);
    expect(await datasets.takePositions(base, 1)).toBe(1);
  });
});

describe('attack T01: a base', () => {
  it('is not seen by those whom its permission leaves out', async () => {
    const [creator, other] = [person(), person()];
    const base = await create({}, creator);
    const seenBy = async (viewer: DatasetViewer) => {
      const { datasets: listed } = await datasets.list(workspaceId, { page: 1, limit: 100, ids: [base.id] }, viewer);
      const got = await datasets.get(workspaceId, base.id, viewer).catch(() => null);
      expect(listed.map(({ id }) => id)).toEqual(got === null ? [] : [base.id]);
      return got !== null;
    };
    const all = () => Promise.all([creator, other, keyViewer].map(seenBy));
    expect(await all()).toEqual([true, false, true]);
    await expect(datasets.change(workspaceId, base.id, { name: 'x' }, other)).rejects.toEqual(ofCode('not_found'));
    await expect(datasets.delete(workspaceId, base.id, other, true)).rejects.toEqual(ofCode('not_found'));
    await datasets.change(workspaceId, base.id, { permission: 'partial_members' }, creator);
    expect(await all()).toEqual([true, false, true]);
    await datasets.change(workspaceId, base.id, { permission: 'all_team_members' }, creator);
    expect(await all()).toEqual([true, true, true]);
    const grab = datasets.change(workspaceId, base.id, { permission: 'only_me' }, other);
    await expect(grab).rejects.toEqual(ofCode('forbidden'));
    const strangers = { permission: 'partial_members', members: [newId()] } as const;
    await expect(datasets.change(workspaceId, base.id, strangers, creator)).rejects.toEqual(
      invalidIn('partial_member_list'),
    );
  });

  it('of another workspace is out of reach, whatever is asked of it', async () => {
    const base = await create();
    const field = await datasets.addField(workspaceId, base.id, { name: 'author', type: 'string' });
    const tag = await datasets.createTag(workspaceId, 'theirs');
    const elsewhere = (await sharedPlatform()).workspaceId;
    const missing = ofCode('not_found');
    await expect(datasets.get(elsewhere, base.id, keyViewer)).rejects.toEqual(missing);
    await expect(datasets.change(elsewhere, base.id, { name: 'x' }, keyViewer)).rejects.toEqual(missing);
    await expect(datasets.delete(elsewhere, base.id, keyViewer, true)).rejects.toEqual(missing);
    await expect(datasets.takePositions({ ...base, workspaceId: elsewhere }, 1)).rejects.toEqual(missing);
    await expect(datasets.activeGeneration({ ...base, workspaceId: elsewhere })).rejects.toEqual(missing);
    await expect(datasets.fields(elsewhere, base.id)).rejects.toEqual(missing);
    await expect(datasets.setBuiltInFields(elsewhere, base.id, true)).rejects.toEqual(missing);
    await expect(datasets.deleteTag(elsewhere, tag.id)).rejects.toEqual(missing);
    expect(await datasets.findMany(elsewhere, [base.id])).toEqual([]);
    expect(await datasets.byName(elsewhere, [base.name])).toEqual([]);
    expect(await datasets.generations(elsewhere, base.id)).toEqual([]);

    const own = await datasets.create(elsewhere, { name: 'Own' }, keyViewer);
    await expect(datasets.renameField(elsewhere, own.id, field.id, 'x')).rejects.toEqual(missing);
    await datasets.bindTags(elsewhere, own.id, [tag.id]);
    expect(await datasets.tagsOf(elsewhere, [own.id, base.id])).toEqual(new Map());
    expect(await datasets.fields(workspaceId, base.id)).toEqual([field]);
  });

  it('is kept apart by row-level security where a query forgets the workspace', async () => {
    const base = await create();
    await datasets.addField(workspaceId, base.id, { name: 'author', type: 'string' });
    await datasets.bindTags(workspaceId, base.id, [(await datasets.createTag(workspaceId, 'walled')).id]);
    await datasets.activeGeneration(base);
    const elsewhere = (await sharedPlatform()).workspaceId;
    const database = platform.kernel.resolve(Database);
    const seen = async (workspace: string, table: string) =>
      (await database.workspace<Record<string, object>>(workspace).selectFrom(table).selectAll().execute()).length;
    for (const table of [
      'datasets',
      'dataset_tags',
      'dataset_tag_bindings',
      'dataset_metadata_fields',
      'dataset_generations',
    ]) {
      expect([table, await seen(elsewhere, table)]).toEqual([table, 0]);
      expect(await seen(workspaceId, table)).toBeGreaterThan(0);
    }
  });
});

describe('metadata fields', () => {
  it('have names of their own, and none of a built-in field', async () => {
    const base = await create();
    const field = await datasets.addField(workspaceId, base.id, { name: 'year', type: 'number' });
    const refused = async (name: string) =>
      expect(datasets.addField(workspaceId, base.id, { name, type: 'time' })).rejects.toEqual(invalidIn('name'));
    for (const name of ['year', 'uploader', 'x'.repeat(256), '']) await refused(name);
    const other = await datasets.addField(workspaceId, base.id, { name: 'seen', type: 'time' });
    await expect(datasets.renameField(workspaceId, base.id, other.id, 'year')).rejects.toEqual(invalidIn('name'));
    expect(await datasets.renameField(workspaceId, base.id, other.id, 'at')).toEqual({ ...other, name: 'at' });
    await datasets.removeField(workspaceId, base.id, field.id);
    await expect(datasets.removeField(workspaceId, base.id, field.id)).rejects.toEqual(ofCode('not_found'));
    expect(await datasets.fields(workspaceId, base.id)).toEqual([{ ...other, name: 'at' }]);
  });
});

describe('tags', () => {
  it('are counted by bases that there are, and found by', async () => {
    const [one, two] = [await create(), await create()];
    const plants = await datasets.createTag(workspaceId, 'plants');
    await expect(datasets.createTag(workspaceId, 'PLANTS')).rejects.toEqual(invalidIn('name'));
    for (const { id } of [one, two]) await datasets.bindTags(workspaceId, id, [plants.id, newId()]);
    await datasets.bindTags(workspaceId, one.id, [plants.id]);
    const bindings = async () => (await datasets.tags(workspaceId)).find(({ id }) => id === plants.id)?.bindings;
    expect(await bindings()).toBe(2);
    const query = { page: 1, limit: 1, tagIds: [plants.id] };
    expect(await datasets.list(workspaceId, query, keyViewer)).toMatchObject({ datasets: [{ id: two.id }], total: 2 });
    await datasets.unbindTags(workspaceId, two.id, [plants.id]);
    await datasets.delete(workspaceId, one.id, keyViewer, false);
    expect(await bindings()).toBe(0);
    expect(await datasets.renameTag(workspaceId, plants.id, 'trees')).toEqual({ ...plants, name: 'trees' });
  });
});

describe('a base that apps use', () => {
  it('is deleted only when that is confirmed, and what belongs to it hears of it', async () => {
    const base = await create();
    const named = ['Garden helper', 'Shop', 'Garden helper'];
    const uses = named.map((appName) => ({ datasetId: base.id, appId: appName, appName }));
    const heard: string[] = [];
    const knowing = serviceWith(platform, {
      users: [{ id: 'apps', usesOf: async () => uses }],
      endings: [{ id: 'documents', deleting: async ({ id }) => void heard.push(id) }],
    });
    await expect(knowing.delete(workspaceId, base.id, keyViewer, false)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'datasets.dataset_in_use',
      message: expect.stringContaining('nothing in it: "Garden helper", "Shop". Delete it all the same'),
    });
    expect(heard).toEqual([]);
    await knowing.delete(workspaceId, base.id, keyViewer, true);
    expect(heard).toEqual([base.id]);
    expect(await datasets.find(workspaceId, base.id)).toBeNull();
  });

  it('stays when what belongs to it can not end', async () => {
    const base = await create();
    const failing = serviceWith(platform, {
      endings: [{ id: 'documents', deleting: () => Promise.reject(new Error('not now')) }],
    });
    await expect(failing.delete(workspaceId, base.id, keyViewer, true)).rejects.toThrow('not now');
    expect(await datasets.find(workspaceId, base.id)).toEqual(base);
  });
});

describe('the end of a base', () => {
  it('begins anew where it was broken off, and takes the rows of the base last', async () => {
    const base = await create();
    const generation = await datasets.activeGeneration(base);
    const store = new DatasetStore(platform.kernel.resolve(Database));
    const told: string[] = [];
    let isBroken = true;
    const remove: NonNullable<DatasetEnding['remove']> = async ({ id }, generations) => {
      told.push(...generations.map((each) => `${id} ${each.id}`));
      if (isBroken) throw new Error('the process ended');
    };
    const endings = contributionsOf<DatasetEnding>([{ id: 'documents', remove }]);
    const task = removalTask({ store, generations: new GenerationStore(store), endings });
    const run = () =>
      task.run({ workspaceId, datasetId: base.id } as never, {
        workspaceId,
        signal: new AbortController().signal,
        attempt: 1,
      });
    // While it is there, nothing is removed, whoever has the job run.
    await run();
    expect([told, (await datasets.find(workspaceId, base.id))?.id]).toEqual([[], base.id]);
    await store.delete(base, async () => {});
    await expect(run()).rejects.toThrow('the process ended');
    expect((await store.deleted(workspaceId, base.id))?.id).toBe(base.id);
    isBroken = false;
    await run();
    expect(told).toEqual([`${base.id} ${generation.id}`, `${base.id} ${generation.id}`]);
    expect(await store.deleted(workspaceId, base.id)).toBeNull();
    expect(await datasets.generations(workspaceId, base.id)).toEqual([]);
    await run();
    expect(told).toHaveLength(2);
  });
});

describe('a base that is deleted', () => {
  it('is unseen at once, leaves its name, and its rows go in a job', async () => {
    const base = await create({ name: 'Short lived' });
    await datasets.addField(workspaceId, base.id, { name: 'author', type: 'string' });
    await datasets.delete(workspaceId, base.id, keyViewer, false);
    expect(await datasets.find(workspaceId, base.id)).toBeNull();
    await expect(datasets.delete(workspaceId, base.id, keyViewer, false)).rejects.toEqual(ofCode('not_found'));
    expect((await create({ name: 'Short lived' })).id).not.toBe(base.id);
    const db = platform.kernel.resolve(Database).workspace<{ datasets: { id: string } }>(workspaceId);
    const rows = () => db.selectFrom('datasets').select('id').where('id', '=', base.id).execute();
    await expect.poll(rows).toEqual([]);
  });
});
