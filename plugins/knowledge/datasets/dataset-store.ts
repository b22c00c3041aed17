import { type Kysely, type RawBuilder, sql } from 'kysely';
import { currentTime } from '#kernel';
import type { Database, OpenTransaction } from '#plugins/database/contract.ts';
import type { Dataset, DatasetQuery, DatasetViewer } from './contract.ts';
import { isDuplicate, nameTaken, noDataset } from './dataset-errors.ts';
import { toDataset } from './dataset-row.ts';
import { sameOrNew } from './settled.ts';
import type { DatasetTables } from './tables.ts';

/** What is written of a base. Absent: it stays. */
export type DatasetValues = Partial<
  Pick<
    Dataset,
    | 'name'
    | 'description'
    | 'permission'
    | 'indexingTechnique'
    | 'docForm'
    | 'dataSourceType'
    | 'retrieval'
    | 'embedding'
    | 'summaryIndex'
    | 'apiEnabled'
    | 'builtInFields'
    | 'icon'
    | 'external'
    | 'updatedBy'
  >
>;

/** A base on its way in. */
export type NewRow = Omit<Dataset, 'createdAt' | 'updatedAt'>;

/** All columns but those of the store's own. */
const columns = [
  'id',
  'workspace_id',
  'name',
  'description',
  'provider',
  'permission',
  'indexing_technique',
  'doc_form',
  'data_source_type',
  'retrieval_model',
  'embedding_provider',
  'embedding_model',
  'index_id',
  'summary_index_setting',
  'built_in_fields',
  'api_enabled',
  'icon',
  'external_api_id',
  'external_knowledge_id',
  'external_retrieval_model',
  'created_by',
  'author_name',
  'updated_by',
  'created_at',
  'updated_at',
] as const;

/** Rows of knowledge bases, and of who may see those of chosen members. */
export class DatasetStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of the ids that there are. `within`: their rows are kept from changing until it ends. */
  async byIds(
    workspaceId: string,
    ids: readonly string[],
    { viewer, within }: { readonly viewer?: DatasetViewer; readonly within?: OpenTransaction } = {},
  ): Promise<Dataset[]> {
    if (ids.length === 0) return [];
    let query = this.#there(workspaceId, within).where(sql<boolean>`datasets.id = any(${[...new Set(ids)]}::uuid[])`);
    if (viewer !== undefined) query = query.where(visibleTo(viewer));
    if (within !== undefined) query = query.forUpdate();
    return (await query.execute()).map(toDataset);
  }

  async byNames(workspaceId: string, names: readonly string[]): Promise<Dataset[]> {
    if (names.length === 0) return [];
    const lowered = sql`(select lower(given.name) from unnest(${names.map(clean)}::text[]) as given (name))`;
    const query = this.#there(workspaceId).where(sql<boolean>`lower(datasets.name) in ${lowered}`);
    return (await query.execute()).map(toDataset);
  }

  async page(
    workspaceId: string,
    query: DatasetQuery,
    viewer: DatasetViewer,
  ): Promise<{ readonly datasets: readonly Dataset[]; readonly total: number }> {
    const found = this.#there(workspaceId).where(visibleTo(viewer)).where(matches(query));
    const [rows, { total }] = await Promise.all([
      found
        .orderBy('datasets.id', 'desc')
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute(),
      found.clearSelect().select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return { datasets: rows.map(toDataset), total };
  }

  async insert(row: NewRow): Promise<Dataset> {
    const values = {
      ...valuesOf(row),
      id: row.id,
      workspace_id: row.workspaceId,
      name: clean(row.name),
      description: clean(row.description),
      provider: row.provider,
      permission: row.permission,
      retrieval_model: JSON.stringify(row.retrieval),
      built_in_fields: row.builtInFields,
      api_enabled: row.apiEnabled,
      created_by: row.createdBy,
      author_name: clean(row.authorName),
    };
    const added = await this.#db(row.workspaceId)
      .insertInto('datasets')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirst();
    if (added === undefined) throw nameTaken(row.name);
    return toDataset(added);
  }

  /** `members`: in the place of those before. */
  async update(
    { workspaceId, id }: Pick<Dataset, 'workspaceId' | 'id'>,
    values: DatasetValues,
    { members, within }: { readonly members?: readonly string[]; readonly within?: OpenTransaction } = {},
  ): Promise<Dataset> {
    try {
      return await this.transaction(workspaceId, within, async (db) => {
        const row = await db
          .updateTable('datasets')
          .set({ ...valuesOf(values), updated_at: new Date(currentTime()) })
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .returning(columns)
          .executeTakeFirst();
        if (row === undefined) throw noDataset(id);
        if (members !== undefined) await replaceMembers(db, { workspaceId, id }, members);
        return toDataset(row);
      });
    } catch (error) {
      throw isDuplicate(error, 'datasets_by_name') ? nameTaken(values.name ?? '') : error;
    }
  }

  /** What the first document of a base says; what another one has said meanwhile stays, and must be the same. */
  settle(
    { workspaceId, id }: Dataset,
    values: Required<
      Pick<DatasetValues, 'indexingTechnique' | 'docForm' | 'embedding' | 'dataSourceType' | 'retrieval'>
    >,
  ): Promise<Dataset> {
    return this.transaction(workspaceId, undefined, async (within) => {
      const [now] = await this.byIds(workspaceId, [id], { within });
      if (now === undefined) throw noDataset(id);
      const isFirst = now.indexingTechnique === null;
      const settled = {
        indexingTechnique: sameOrNew('indexing_technique', now.indexingTechnique, values.indexingTechnique),
        docForm: sameOrNew('doc_form', now.docForm, values.docForm),
        embedding: now.embedding ?? values.embedding,
        dataSourceType: now.dataSourceType ?? values.dataSourceType,
        retrieval: isFirst ? values.retrieval : now.retrieval,
      };
      return this.update(now, settled, { within });
    });
  }

  /** False: it was deleted before. `besides` is done in the same transaction. */
  delete(dataset: Dataset, besides: (within: OpenTransaction) => Promise<void>): Promise<boolean> {
    return this.transaction(dataset.workspaceId, undefined, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('datasets')
        .set({ deleted_at: new Date(currentTime()) })
        .where('workspace_id', '=', dataset.workspaceId)
        .where('id', '=', dataset.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await besides(db);
      return true;
    });
  }

  /** One that is deleted, and not removed yet. */
  async deleted(workspaceId: string, id: string): Promise<Dataset | null> {
    const row = await this.#db(workspaceId)
      .selectFrom('datasets')
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst();
    return row === undefined ? null : toDataset(row);
  }

  /** What refers to it here goes with it. */
  async remove(workspaceId: string, id: string): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('datasets')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
  }

  async members(workspaceId: string, id: string): Promise<string[]> {
    const rows = await this.#db(workspaceId)
      .selectFrom('dataset_members')
      .select('account_id')
      .where('workspace_id', '=', workspaceId)
      .where('dataset_id', '=', id)
      .orderBy('account_id')
      .execute();
    return rows.map((row) => row.account_id);
  }

  async takePositions({ workspaceId, id }: Dataset, count: number, within?: OpenTransaction): Promise<number> {
    const row = await this.#db(workspaceId, within)
      .updateTable('datasets')
      .set({ next_position: sql`next_position + ${count}::integer` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning(sql<number>`next_position - ${count}::integer`.as('first'))
      .executeTakeFirst();
    if (row === undefined) throw noDataset(id);
    return row.first;
  }

  /** External bases that ask an API, by name. */
  ofApi(workspaceId: string, apiId: string): Promise<{ readonly id: string; readonly name: string }[]> {
    return this.#db(workspaceId)
      .selectFrom('datasets')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .where('external_api_id', '=', apiId)
      .where('deleted_at', 'is', null)
      .orderBy(sql`lower(name)`)
      .execute();
  }

  /** In the caller's transaction, or one of its own. */
  transaction<Value>(
    workspaceId: string,
    within: OpenTransaction | undefined,
    work: (db: Kysely<DatasetTables>) => Promise<Value>,
  ): Promise<Value> {
    return within === undefined ? this.#db(workspaceId).transaction().execute(work) : work(opened(within));
  }

  #there(workspaceId: string, within?: OpenTransaction) {
    return this.#db(workspaceId, within)
      .selectFrom('datasets')
      .select(columns.map((column) => `datasets.${column}` as const))
      .where('datasets.workspace_id', '=', workspaceId)
      .where('datasets.deleted_at', 'is', null);
  }

  #db(workspaceId: string, within?: OpenTransaction): Kysely<DatasetTables> {
    return within === undefined ? this.#database.workspace<DatasetTables>(workspaceId) : opened(within);
  }
}

/** A transaction of somebody who knows other tables: it is one of the same database. */
export function opened(within: OpenTransaction): Kysely<DatasetTables> {
  return within as Kysely<DatasetTables>;
}

/** PostgreSQL text holds no NUL. */
export function clean(text: string): string {
  return text.replaceAll('\0', '');
}

/** By the permission of each base (knowledge bases, permissions). */
function visibleTo({ accountId, seesAll }: DatasetViewer): RawBuilder<boolean> {
  if (seesAll) return sql<boolean>`true`;
  return sql<boolean>`(
    datasets.permission = 'all_team_members'
    or datasets.created_by = ${accountId}::uuid
    or datasets.permission = 'partial_members' and exists (
      select 1 from dataset_members m
      where m.workspace_id = datasets.workspace_id and m.dataset_id = datasets.id and m.account_id = ${accountId}::uuid
    ))`;
}

function matches({ keyword = '', tagIds, ids }: DatasetQuery): RawBuilder<boolean> {
  const text = clean(keyword).toLowerCase();
  const tagged = sql<boolean>`exists (
    select 1 from dataset_tag_bindings b
    where b.workspace_id = datasets.workspace_id and b.dataset_id = datasets.id
      and b.tag_id = any(${[...(tagIds ?? [])]}::uuid[]))`;
  return sql<boolean>`
    (${text} = '' or position(${text} in lower(datasets.name)) > 0)
    and ${tagIds === undefined || tagIds.length === 0 ? sql`true` : tagged}
    and ${ids === undefined ? sql`true` : sql`datasets.id = any(${[...ids]}::uuid[])`}`;
}

async function replaceMembers(
  db: Kysely<DatasetTables>,
  { workspaceId, id }: Pick<Dataset, 'workspaceId' | 'id'>,
  members: readonly string[],
): Promise<void> {
  await db.deleteFrom('dataset_members').where('workspace_id', '=', workspaceId).where('dataset_id', '=', id).execute();
  const rows = [...new Set(members)].map((account) => ({
    workspace_id: workspaceId,
    dataset_id: id,
    account_id: account,
  }));
  if (rows.length > 0) await db.insertInto('dataset_members').values(rows).execute();
}

function valuesOf(values: DatasetValues) {
  const { external, embedding } = values;
  return {
    ...(values.name !== undefined && { name: clean(values.name) }),
    ...(values.description !== undefined && { description: clean(values.description) }),
    ...(values.permission !== undefined && { permission: values.permission }),
    ...(values.indexingTechnique !== undefined && { indexing_technique: values.indexingTechnique }),
    ...(values.docForm !== undefined && { doc_form: values.docForm }),
    ...(values.dataSourceType !== undefined && { data_source_type: values.dataSourceType }),
    ...(values.retrieval !== undefined && { retrieval_model: JSON.stringify(values.retrieval) }),
    ...(embedding !== undefined && {
      embedding_provider: embedding?.provider ?? null,
      embedding_model: embedding?.model ?? null,
    }),
    ...(values.summaryIndex !== undefined && { summary_index_setting: jsonOf(values.summaryIndex) }),
    ...(values.apiEnabled !== undefined && { api_enabled: values.apiEnabled }),
    ...(values.builtInFields !== undefined && { built_in_fields: values.builtInFields }),
    ...(values.icon !== undefined && { icon: jsonOf(values.icon) }),
    ...(external !== undefined && {
      external_api_id: external?.apiId ?? null,
      external_knowledge_id: external === null ? null : clean(external.knowledgeId),
      external_retrieval_model:
        external === null ? null : JSON.stringify({ top_k: external.topK, score_threshold: external.scoreThreshold }),
    }),
    ...(values.updatedBy !== undefined && { updated_by: values.updatedBy }),
  };
}

/** jsonb holds no NUL either. */
function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value, (_key, each) => (typeof each === 'string' ? clean(each) : each));
}
