import { type Config, useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { inputsOf } from '#plugins/drafts/web/configuration/config-places.ts';
import { addTo } from '#plugins/drafts/web/configuration/place.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping, type Path } from '#plugins/drafts/web/document/operations.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { datasetSource, Link, ModelPicker, OptionPicker, PickedMany, useApi } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Columns, Select, Stack, TextField } from '#plugins/ui/web/contract.ts';
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
      <PickedMany
        label={t.bases}
        hint={<Link href="/knowledge">{t.makeBase}</Link>}
        addLabel={t.addBase}
        source={datasetSource}
        value={[...new Set(named.filter(({ isOn }) => isOn).map(({ id }) => id))]}
        nothing={t.noBases}
        goneLabel={t.notHere}
        onChange={(ids) => {
          for (const { id } of named.filter(({ isOn }) => isOn)) if (!ids.includes(id)) return choose(id, false);
          for (const id of ids) if (!named.some((each) => each.id === id && each.isOn)) choose(id, true);
        }}
      />
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
    <Stack>
      {config.mode === 'completion' && (
        <OptionPicker
          kind="inputs"
          label={t.queryInput}
          empty="—"
          options={inputs.map(({ name, rules }) => ({ id: name, label: text(rules.label) || name, detail: name }))}
          value={text(config.at('dataset_query_variable'))}
          onChange={(name) => config.put(['dataset_query_variable'], name)}
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
          <Columns>
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
          </Columns>
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
    </Stack>
  );
}

function Reranking({ config }: { readonly config: Config }) {
  const t = configurationTexts();
  const models = useApi('/console/api/models', { query: { type: 'rerank' } });
  const at = (...keys: string[]) => config.at('dataset_configs', ...keys);
  const put = (keys: readonly string[], value: unknown) => config.put(['dataset_configs', ...keys], value);
  const isOn = at('reranking_enable') === true;
  const way = isOn ? text(at('reranking_mode')) || 'reranking_model' : 'off';
  const provider = text(at('reranking_model', 'reranking_provider_name')) || text(at('reranking_model', 'provider'));
  const name = text(at('reranking_model', 'reranking_model_name')) || text(at('reranking_model', 'model'));
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
        <ModelPicker
          label={t.rerankModel}
          empty="—"
          models={models.value?.data}
          value={name === '' ? null : { provider, name }}
          missing={models.value === undefined ? undefined : t.notHere(`${provider}/${name}`)}
          onChange={(next) => {
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
