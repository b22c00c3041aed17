import type { Config } from '#plugins/studio-build/web/configuration/config-context.ts';
import styles from '#plugins/studio-build/web/configuration/configuration.module.css';
import { putChanges } from '#plugins/studio-build/web/configuration/place.ts';
import { formsTexts } from '#plugins/studio-build/web/fields/forms-texts.ts';
import { MetadataFilter } from '#plugins/studio-build/web/fields/metadata-filter.tsx';
import { ModelSettings } from '#plugins/studio-build/web/fields/model-settings.tsx';
import { text } from '#plugins/studio-build/web/fields/values.ts';
import { Select } from '#plugins/ui/web/contract.ts';

const modes = ['disabled', 'automatic', 'manual'];

/** Which documents of the knowledge bases are searched at all. */
export function MetadataPart({ config, bases }: { readonly config: Config; readonly bases: readonly string[] }) {
  const t = formsTexts();
  const at = (key: string) => config.at('dataset_configs', key);
  const mode = text(at('metadata_filtering_mode')) || 'disabled';
  return (
    <div className={styles.stack}>
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
    </div>
  );
}

/** Values of these filters are taken as they are. */
const none: readonly never[] = [];
