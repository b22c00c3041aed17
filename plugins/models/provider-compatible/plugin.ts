import { definePlugin, type JsonSchema } from '#kernel';
import { catalogueOf, type ModelProvider, ModelProviders } from '#plugins/models/contract.ts';
import { SHARED_FIELDS } from '#plugins/provider-http/contract.ts';
import { ROW_FIELD } from './provider.ts';
import type { CompatibleRow, Fields } from './row.ts';
import { ROWS } from './rows.ts';

function toProvider(row: CompatibleRow): ModelProvider {
  return {
    id: row.id,
    label: row.label,
    aliases: [...new Set([`langgenius/${row.id}/${row.id}`, ...(row.aliases ?? [])])],
    credentials: schemaOf({ ...row.fields, ...SHARED_FIELDS }, row.required),
    types: row.types,
    get models() {
      return catalogueOf(row.id);
    },
    openCatalogue: true,
    module: new URL('./provider.ts', import.meta.url),
    moduleCredentials: { [ROW_FIELD]: row.id },
    ...(row.modelFields === undefined ? {} : { modelCredentials: schemaOf(row.modelFields, []) }),
  };
}

function schemaOf(properties: Fields, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

export const plugin = definePlugin({
  id: 'provider-compatible',
  needs: {},
  setup({ contribute }) {
    contribute(ModelProviders, ...ROWS.map(toProvider));
  },
});
