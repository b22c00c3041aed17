import { type Kysely, sql } from 'kysely';
import { newId, PlatformError } from '#kernel';
import type { Dataset, MetadataField } from './contract.ts';
import { invalid, isDuplicate } from './dataset-errors.ts';
import { clean, type DatasetStore } from './dataset-store.ts';
import type { DatasetTables } from './tables.ts';

/** Fields a base may have; each filter over documents reads them all. */
const MAX_FIELDS = 100;

type Base = Pick<Dataset, 'workspaceId' | 'id'>;

/** Metadata fields of bases. */
export class FieldStore {
  readonly #datasets: DatasetStore;

  constructor(datasets: DatasetStore) {
    this.#datasets = datasets;
  }

  list({ workspaceId, id }: Base): Promise<MetadataField[]> {
    return this.#datasets.transaction(workspaceId, undefined, async (db) => {
      const query = db
        .selectFrom('dataset_metadata_fields')
        .select(['id', 'name', 'type'])
        .where('workspace_id', '=', workspaceId)
        .where('dataset_id', '=', id)
        .orderBy('id');
      return (await query.execute()).map(toField);
    });
  }

  async add({ workspaceId, id }: Base, { name, type }: Omit<MetadataField, 'id'>): Promise<MetadataField> {
    return this.#change(workspaceId, name, async (db) => {
      // Those who add at the same time wait for each other, so that none goes beyond the number.
      await this.#datasets.byIds(workspaceId, [id], { within: db });
      const { count } = await db
        .selectFrom('dataset_metadata_fields')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('dataset_id', '=', id)
        .executeTakeFirstOrThrow();
      if (count >= MAX_FIELDS) {
        throw invalid(
          'name',
          `A knowledge base may have ${MAX_FIELDS} metadata fields; remove one that is no longer used.`,
        );
      }
      const values = { id: newId(), workspace_id: workspaceId, dataset_id: id, name: clean(name), type };
      const query = db.insertInto('dataset_metadata_fields').values(values).returning(['id', 'name', 'type']);
      return toField(await query.executeTakeFirstOrThrow());
    });
  }

  rename({ workspaceId, id }: Base, fieldId: string, name: string): Promise<MetadataField> {
    return this.#change(workspaceId, name, async (db) => {
      const row = await db
        .updateTable('dataset_metadata_fields')
        .set({ name: clean(name) })
        .where('workspace_id', '=', workspaceId)
        .where('dataset_id', '=', id)
        .where('id', '=', fieldId)
        .returning(['id', 'name', 'type'])
        .executeTakeFirst();
      if (row === undefined) throw noField(fieldId);
      return toField(row);
    });
  }

  async remove({ workspaceId, id }: Base, fieldId: string): Promise<void> {
    const { numDeletedRows } = await this.#datasets.transaction(workspaceId, undefined, (db) =>
      db
        .deleteFrom('dataset_metadata_fields')
        .where('workspace_id', '=', workspaceId)
        .where('dataset_id', '=', id)
        .where('id', '=', fieldId)
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n) throw noField(fieldId);
  }

  async #change(
    workspaceId: string,
    name: string,
    change: (db: Kysely<DatasetTables>) => Promise<MetadataField>,
  ): Promise<MetadataField> {
    try {
      return await this.#datasets.transaction(workspaceId, undefined, change);
    } catch (error) {
      if (!isDuplicate(error, 'dataset_metadata_fields_by_name')) throw error;
      throw invalid('name', `The knowledge base has a metadata field "${name}" already. Choose another name.`);
    }
  }
}

function toField(row: { readonly id: string; readonly name: string; readonly type: string }): MetadataField {
  return { id: row.id, name: row.name, type: row.type as MetadataField['type'] };
}

function noField(id: string): PlatformError {
  return new PlatformError('not-found', 'datasets.not_found', `The knowledge base has no metadata field ${id}.`);
}
