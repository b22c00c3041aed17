import type { Config } from '#plugins/drafts/web/configuration/config-context.ts';
import { putChanges } from '#plugins/drafts/web/configuration/place.ts';
import { formsTexts } from '#plugins/drafts/web/fields/forms-texts/en.ts';
import { MetadataFilter } from '#plugins/drafts/web/fields/metadata-filter.tsx';
import { ModelSettings } from '#plugins/drafts/web/fields/model-settings.tsx';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { Select, Stack } from '#plugins/ui/web/contract.ts';

const modes = ['disabled', 'automatic', 'manual'];

/** Which documents of the knowledge bases are searched at all. */
export function MetadataPart({ config, bases }: { readonly config: Config; readonly bases: readonly string[] }) {
  const t = formsTexts();
  const at = (key: string) => config.at('dataset_configs', key);
  const mode = text(at('metadata_filtering_mode')) || 'disabled';
  return (
    <Stack>
      <Select
        label={t.filter}
        options={[...new Set([...modes, mode])].map((value) => ({ value, label: t.filterModes[value] ?? value }))}
        value={mode}
        onChange={(event) => config.put(['dataset_configs', 'metadata_filtering_mode'], event.currentTarget.value)}
      />
      {mode === 'automatic' && (
        <ModelSettings
          label={t.filterModel}
          of="llm"
          value={at('metadata_model_config')}
          onChange={(next) =>
            config.edit(
              putChanges(config.tree, [...config.places.features, 'dataset_configs', 'metadata_model_config'], next),
              'metadata model',
            )
          }
        />
      )}
      {mode === 'manual' && (
        <MetadataFilter
          label={t.conditions}
          bases={bases}
          value={at('metadata_filtering_conditions')}
          variables={none}
          onChange={(next) => config.put(['dataset_configs', 'metadata_filtering_conditions'], next)}
        />
      )}
    </Stack>
  );
}

/** Values of these filters are taken as they are. */
const none: readonly never[] = [];
