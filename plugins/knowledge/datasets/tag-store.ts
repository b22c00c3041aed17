import { type Kysely, sql } from 'kysely';
import { newId, PlatformError } from '#kernel';
import type { Database } from '#plugins/database/contract.ts';
import type { DatasetTag } from './contract.ts';
import { invalid, isDuplicate } from './dataset-errors.ts';
import { clean } from './dataset-store.ts';
import type { DatasetTables } from './tables.ts';

/** Tags a workspace may have for its bases. */
const MAX_TAGS = 1_000;

/** Tags of a workspace's bases. */
export class TagStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(workspaceId: string, tagId?: string): Promise<DatasetTag[]> {
    const { rows } = await sql<DatasetTag>`
      select t.id, t.name, count(d.id)::integer as bindings
      from dataset_tags t
      left join dataset_tag_bindings b on b.workspace_id = t.workspace_id and b.tag_id = t.id
      left join datasets d on d.id = b.dataset_id and d.deleted_at is null
      where t.workspace_id = ${workspaceId}::uuid and ${tagId === undefined ? sql`true` : sql`t.id = ${tagId}::uuid`}
      group by t.id, t.name order by lower(t.name), t.id`.execute(this.#db(workspaceId));
    return rows;
  }

  create(workspaceId: string, name: string): Promise<DatasetTag> {
    return this.#change(workspaceId, name, async (db) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`dataset tags of ${workspaceId}`}, 0))`.execute(db);
      const { count } = await db
        .selectFrom('dataset_tags')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      if (count >= MAX_TAGS)
        throw invalid('name', `A workspace may have ${MAX_TAGS} tags of knowledge bases; delete one.`);
      const values = { id: newId(), workspace_id: workspaceId, name: clean(name) };
      const query = db.insertInto('dataset_tags').values(values).returning(['id', 'name']);
      return { ...(await query.executeTakeFirstOrThrow()), bindings: 0 };
    });
  }

  async rename(workspaceId: string, tagId: string, name: string): Promise<DatasetTag> {
    await this.#change(workspaceId, name, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('dataset_tags')
        .set({ name: clean(name) })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', tagId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw noTag(tagId);
    });
    const [tag] = await this.list(workspaceId, tagId);
    if (tag === undefined) throw noTag(tagId);
    return tag;
  }

  async delete(workspaceId: string, tagId: string): Promise<void> {
    const { numDeletedRows } = await this.#db(workspaceId)
      .deleteFrom('dataset_tags')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', tagId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noTag(tagId);
  }

  /** Tags that are not the workspace's are none of its own, and left out. */
  async bind(workspaceId: string, datasetId: string, tagIds: readonly string[]): Promise<void> {
    await sql`
      insert into dataset_tag_bindings (workspace_id, tag_id, dataset_id)
      select t.workspace_id, t.id, d.id from dataset_tags t, datasets d
      where t.workspace_id = ${workspaceId}::uuid and t.id = any(${[...tagIds]}::uuid[])
        and d.workspace_id = ${workspaceId}::uuid and d.id = ${datasetId}::uuid
      on conflict do nothing`.execute(this.#db(workspaceId));
  }

  async unbind(workspaceId: string, datasetId: string, tagIds: readonly string[]): Promise<void> {
    await this.#db(workspaceId)
      .deleteFrom('dataset_tag_bindings')
      .where('workspace_id', '=', workspaceId)
      .where('dataset_id', '=', datasetId)
      .where(sql<boolean>`tag_id = any(${[...tagIds]}::uuid[])`)
      .execute();
  }

  /** By base; bases without tags are not in it. */
  async of(
    workspaceId: string,
    datasetIds: readonly string[],
  ): Promise<Map<string, Pick<DatasetTag, 'id' | 'name'>[]>> {
    const rows = await this.#db(workspaceId)
      .selectFrom('dataset_tag_bindings as b')
      .innerJoin('dataset_tags as t', 't.id', 'b.tag_id')
      .select(['b.dataset_id', 't.id', 't.name'])
      .where('b.workspace_id', '=', workspaceId)
      .where(sql<boolean>`b.dataset_id = any(${[...datasetIds]}::uuid[])`)
      .orderBy(sql`lower(t.name)`)
      .orderBy('t.id')
      .execute();
    const found = new Map<string, Pick<DatasetTag, 'id' | 'name'>[]>();
    for (const { dataset_id: dataset, id, name } of rows) {
      found.set(dataset, [...(found.get(dataset) ?? []), { id, name }]);
    }
    return found;
  }

  async #change<Value>(
    workspaceId: string,
    name: string,
    change: (db: Kysely<DatasetTables>) => Promise<Value>,
  ): Promise<Value> {
    try {
      return await this.#db(workspaceId).transaction().execute(change);
    } catch (error) {
      if (!isDuplicate(error, 'dataset_tags_by_name')) throw error;
      throw invalid('name', `There is a tag "${name}" already. Choose another name.`);
    }
  }

  #db(workspaceId: string): Kysely<DatasetTables> {
    return this.#database.workspace<DatasetTables>(workspaceId);
  }
}

function noTag(id: string): PlatformError {
  return new PlatformError('not-found', 'datasets.not_found', `There is no tag ${id} of knowledge bases.`);
}
