import type { ExportedTable } from '#plugins/workspace-export/contract.ts';

const ofBases = 'dataset_id in (select id from datasets where deleted_at is null)';

/** What an export of a workspace holds of the tables here. */
export const exportedTables: readonly ExportedTable[] = [
  {
    id: 'datasets',
    key: ['id'],
    columns: [
      'id',
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
    ],
    condition: 'deleted_at is null',
  },
  {
    id: 'dataset_members',
    key: ['dataset_id', 'account_id'],
    columns: ['dataset_id', 'account_id'],
    condition: ofBases,
  },
  { id: 'dataset_tags', key: ['id'], columns: ['id', 'name', 'created_at'] },
  {
    id: 'dataset_tag_bindings',
    key: ['tag_id', 'dataset_id'],
    columns: ['tag_id', 'dataset_id'],
    condition: ofBases,
  },
  {
    id: 'dataset_metadata_fields',
    key: ['id'],
    columns: ['id', 'dataset_id', 'name', 'type', 'created_at'],
    condition: ofBases,
  },
];
