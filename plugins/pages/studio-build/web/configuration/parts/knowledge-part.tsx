import { Link, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { type Config, useConfig } from '#plugins/studio-build/web/configuration/config-context.ts';
import { inputsOf } from '#plugins/studio-build/web/configuration/config-places.ts';
import styles from '#plugins/studio-build/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/studio-build/web/configuration/configuration-texts.ts';
import { addTo } from '#plugins/studio-build/web/configuration/place.ts';
import { isMapping, type Path } from '#plugins/studio-build/web/document/operations.ts';
import { list, text } from '#plugins/studio-build/web/fields/values.ts';
import { Checkbox, Select, TextField } from '#plugins/ui/web/contract.ts';
import { MetadataPart } from './metadata-part.tsx';
import { Part } from './part.tsx';

const lists: readonly Path[] = [
  ['dataset_configs', 'datasets', 'datasets'],
  ['agent_mode', 'tools'],
];

interface Named {
  readonly id: string;
  readonly path: Path;
  readonly isOn: boolean;
}

/** Knowledge bases that a configuration names; older documents have them among the tools. */
function namedBases(config: Config): readonly Named[] {
  return lists.flatMap((path) =>
    list(config.at(...path)).flatMap((entry, at) => {
      const dataset = isMapping(entry) ? entry.dataset : undefined;
      const id = isMapping(dataset) ? text(dataset.id) : '';
      return id === '' ? [] : [{ id, path: [...path, at], isOn: isMapping(dataset) && dataset.enabled !== false }];
    }),
  );
}

/** Which knowledge bases are searched, and how. */
export function KnowledgePart() {
  const t = configurationTexts();
  const config = useConfig();
  const answer = useAnswer('/console/api/datasets', { query: { limit: 100 } });
  const named = namedBases(config);
  const [first = []] = lists;
  const choose = (id: string, isOn: boolean) => {
    const { features } = config.places;
    const own = named.filter((each) => each.id === id);
    if (isOn && own.length > 0)
      config.edit(
        own.slice(0, 1).map(({ path }) => ({ path: [...features, ...path, 'dataset', 'enabled'], set: true })),
      );
    else if (isOn) config.edit(addTo(config.tree, [...features, ...first], { dataset: { enabled: true, id } }));
    else config.edit(own.toReversed().map(({ path }) => ({ path: [...features, ...path], remove: true })));
  };
  return (
    <Part title={t.knowledge} about={t.knowledgeAbout}>
      <Shown answer={answer}>
        {({ data }) => {
          const known = new Set(data.map(({ id }) => id));
          const missing = [...new Set(named.map(({ id }) => id))].filter((id) => !known.has(id));
          const all = [...data, ...missing.map((id) => ({ id, name: t.notHere(id) }))];
          if (all.length === 0)
            return (
              <p className={styles.faint}>
                {t.noBases} <Link href="/knowledge">{t.makeBase}</Link>
              </p>
            );
          return (
            <fieldset className={styles.ticks}>
              <legend className="said">{t.bases}</legend>
              {all.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={named.some((each) => each.id === id && each.isOn)}
                  onChange={(event) => choose(id, event.currentTarget.checked)}
                />
              ))}
            </fieldset>
          );
        }}
      </Shown>
      {named.some(({ isOn }) => isOn) && <Retrieval config={config} />}
      {named.some(({ isOn }) => isOn) && (config.mode === 'chat' || config.mode === 'completion') && (
        <MetadataPart config={config} bases={named.filter(({ isOn }) => isOn).map(({ id }) => id)} />
      )}
    </Part>
  );
}

function Retrieval({ config }: { readonly config: Config }) {
  const t = configurationTexts();
  const at = (key: string) => config.at('dataset_configs', key);
  const put = (key: string, value: unknown) => config.put(['dataset_configs', key], value);
  const way = at('retrieval_model') === 'single' ? 'single' : 'multiple';
  const hasThreshold = at('score_threshold_enabled') ?? typeof at('score_threshold') === 'number';
  const inputs = inputsOf(config.at('user_input_form')).flatMap((input) => (input === null ? [] : [input]));
  return (
    <div className={styles.stack}>
      {config.mode === 'completion' && (
        <Select
          label={t.queryInput}
          empty="—"
          options={inputs.map(({ name, rules }) => ({ value: name, label: text(rules.label) || name }))}
          value={text(config.at('dataset_query_variable'))}
          onChange={(event) => config.put(['dataset_query_variable'], event.currentTarget.value)}
        />
      )}
      {config.mode !== 'agent-chat' && (
        <Select
          label={t.retrieval}
          options={['multiple', 'single'].map((value) => ({ value, label: t.retrievalWays[value] ?? value }))}
          value={way}
          onChange={(event) => put('retrieval_model', event.currentTarget.value)}
        />
      )}
      {config.mode !== 'agent-chat' && way === 'multiple' && (
        <>
          <div className={styles.pair}>
            <TextField
              label={t.topK}
              type="number"
              min={1}
              max={100}
              placeholder="4"
              value={text(at('top_k'))}
              onInput={({ currentTarget: { value, valueAsNumber } }) =>
                put('top_k', value === '' ? undefined : valueAsNumber)
              }
            />
            {hasThreshold === true && (
              <TextField
                label={t.threshold}
                type="number"
                min={0}
                max={1}
                step={0.01}
                value={text(at('score_threshold'))}
                onInput={({ currentTarget: { value, valueAsNumber } }) =>
                  put('score_threshold', value === '' ? null : valueAsNumber)
                }
              />
            )}
          </div>
          <Checkbox
            label={t.useThreshold}
            checked={hasThreshold === true}
            onChange={({ currentTarget: { checked } }) => {
              put('score_threshold_enabled', checked);
              if (checked && typeof at('score_threshold') !== 'number') put('score_threshold', 0.5);
            }}
          />
          <Reranking config={config} />
        </>
      )}
    </div>
  );
}

function Reranking({ config }: { readonly config: Config }) {
  const t = configurationTexts();
  const models = useAnswer('/console/api/models', { query: { type: 'rerank' } });
  const at = (...keys: string[]) => config.at('dataset_configs', ...keys);
  const put = (keys: readonly string[], value: unknown) => config.put(['dataset_configs', ...keys], value);
  const isOn = at('reranking_enable') === true;
  const way = isOn ? text(at('reranking_mode')) || 'reranking_model' : 'off';
  const provider = text(at('reranking_model', 'reranking_provider_name')) || text(at('reranking_model', 'provider'));
  const name = text(at('reranking_model', 'reranking_model_name')) || text(at('reranking_model', 'model'));
  const key = name === '' ? '' : `${provider}/${name}`;
  const options = (models.value?.data ?? []).map((each) => ({
    value: `${each.provider}/${each.name}`,
    label: `${each.name} · ${each.provider_label}`,
  }));
  const isKnown = key === '' || options.some(({ value }) => value === key);
  const weight = at('weights', 'vector_setting', 'vector_weight');
  return (
    <>
      <Select
        label={t.reranking}
        options={['off', 'weighted_score', 'reranking_model'].map((value) => ({
          value,
          label: t.rerankingWays[value] ?? value,
        }))}
        value={way}
        onChange={({ currentTarget: { value } }) => {
          put(['reranking_enable'], value !== 'off');
          if (value !== 'off') put(['reranking_mode'], value);
          if (value === 'weighted_score' && weight === undefined) {
            put(['weights', 'vector_setting', 'vector_weight'], 0.7);
            put(['weights', 'keyword_setting', 'keyword_weight'], 0.3);
          }
        }}
      />
      {way === 'reranking_model' && (
        <Select
          label={t.rerankModel}
          empty="—"
          options={isKnown ? options : [...options, { value: key, label: t.notHere(key) }]}
          value={key}
          onChange={(event) => {
            const next = models.value?.data.find(
              (each) => `${each.provider}/${each.name}` === event.currentTarget.value,
            );
            put(['reranking_model', 'reranking_provider_name'], next?.provider ?? '');
            put(['reranking_model', 'reranking_model_name'], next?.name ?? '');
          }}
        />
      )}
      {way === 'weighted_score' && (
        <TextField
          label={t.meaningWeight}
          type="number"
          min={0}
          max={1}
          step={0.1}
          value={text(weight)}
          onInput={({ currentTarget: { valueAsNumber } }) => {
            if (!(valueAsNumber >= 0 && valueAsNumber <= 1)) return;
            put(['weights', 'vector_setting', 'vector_weight'], valueAsNumber);
            put(['weights', 'keyword_setting', 'keyword_weight'], Math.round((1 - valueAsNumber) * 100) / 100);
          }}
        />
      )}
    </>
  );
}
