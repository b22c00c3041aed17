import type { ReactNode } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, call, datasetSource, Link, ModelPicker, Picker, useApi } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Notice, TextField } from '#plugins/ui/web/contract.ts';
import styles from './app-list.module.css';
import { appsTexts } from './texts/en.ts';

/** What a document brings, and what the check finds of it. */
export interface LookedAt {
  readonly plan: Schemas['ImportPlan'];
  readonly problems: readonly Problem[];
}

/** What somebody chooses of an import. */
export interface Choices {
  readonly name: string;
  readonly models: Readonly<Record<string, string>>;
  readonly bases: Readonly<Record<string, string>>;
  readonly moves: boolean;
}

type Problem = Schemas['DraftProblem'];

/** What the plan tells by itself. */
const planned = ['missing_model', 'missing_tool', 'missing_dataset', 'plain_secret'];
const MAX_PROBLEMS = 30;

/** The same for a file, an address, a text and a repository. */
export async function lookAt(body: object): Promise<LookedAt> {
  const [plan, { problems }] = await Promise.all([
    call.post('/console/api/apps/import/plan', { body }),
    call.post('/console/api/apps/check', { body }),
  ]);
  return { plan, problems };
}

export function firstChoices({ app, models, datasets, credentials }: Schemas['ImportPlan']): Choices {
  return {
    name: app.name,
    // Another model is another app: only who has chosen it before is taken at their word.
    models: Object.fromEntries(
      models.flatMap(({ name, suggestion }) => (suggestion?.is_remembered === true ? [[name, suggestion.model]] : [])),
    ),
    bases: Object.fromEntries(
      datasets.flatMap(({ id, state, suggestion }) => (state === 'missing' && suggestion ? [[id, suggestion.id]] : [])),
    ),
    moves: credentials.length > 0,
  };
}

/** As the import takes them. */
export function chosenBody({ name, models, bases, moves }: Choices) {
  const chosen = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...{ swap_models: chosen(models), swap_datasets: chosen(bases), move_credentials: moves, confirm: true },
  };
}

/** What a document brings, and what is missing for it, to be swapped there. */
export function PlanDetails({
  plan,
  problems,
  choices,
  onChange,
}: LookedAt & { readonly choices: Choices; onChange(choices: Choices): void }) {
  const t = appsTexts();
  const { name, models, bases, moves } = choices;
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change });
  return (
    <>
      {plan.status === 'pending' && <Notice variant="warning">{t.otherVersion(plan.version)}</Notice>}
      {plan.problem !== null && problems.length === 0 && <Notice variant="warning">{plan.problem}</Notice>}
      <TextField
        label={t.name}
        value={name}
        maxLength={255}
        onInput={(event) => set({ name: event.currentTarget.value })}
      />
      {plan.models.length > 0 && (
        <Needs title={t.models}>
          {plan.models.map((model) => (
            <ModelNeed
              key={`${model.type} ${model.name}`}
              model={model}
              value={models[model.name] ?? ''}
              onChange={(value) => set({ models: { ...models, [model.name]: value } })}
            />
          ))}
        </Needs>
      )}
      {plan.datasets.length > 0 && (
        <Needs title={t.bases}>
          {plan.datasets.map((base) => (
            <BaseNeed
              key={base.id}
              base={base}
              value={bases[base.id] ?? ''}
              onChange={(value) => set({ bases: { ...bases, [base.id]: value } })}
            />
          ))}
        </Needs>
      )}
      {plan.tools.some(({ missing }) => missing !== null) && (
        <Needs title={t.tools}>
          {plan.tools.map(({ provider, tool, missing }) => (
            <li key={`${provider}/${tool}`} dir="auto">
              {tool === '' ? provider : `${provider} / ${tool}`}{' '}
              {missing === null ? (
                <Badge variant="success">{t.ready}</Badge>
              ) : (
                <span className={styles.reason}>{missing}</span>
              )}
            </li>
          ))}
        </Needs>
      )}
      {plan.packages.some(({ state }) => state !== 'unknown') && (
        <Needs title={t.pluginsToInstall}>
          {plan.packages.map(({ plugin_id, state, name, title, version }) =>
            name === null ? null : (
              <li key={plugin_id} dir="auto">
                {/* In a tab of its own: what was brought here is not lost. */}
                <Link href={`/plugins/${encodeURI(name)}`} target="_blank">
                  {title ?? name}
                </Link>{' '}
                {version} <Badge>{state === 'installed' ? t.notSetUp : t.canBeInstalled}</Badge>
              </li>
            ),
          )}
        </Needs>
      )}
      <Problems problems={problems.filter(({ code, severity }) => severity !== 'hint' && !planned.includes(code))} />
      {plan.secrets.length > 0 && <Notice>{t.secretsEmpty(plan.secrets.join(', '))}</Notice>}
      {plan.credentials.length > 0 && (
        <Checkbox
          label={t.moveCredentials(plan.credentials.length)}
          checked={moves}
          onChange={(event) => set({ moves: event.currentTarget.checked })}
        />
      )}
      {plan.is_complete && <Notice variant="success">{t.nothingMissing}</Notice>}
    </>
  );
}

/** What the check finds besides: it can be mended once the app is here. */
function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const t = appsTexts();
  if (problems.length === 0) return null;
  return (
    <Needs title={t.problemsFound(problems.length)}>
      {problems.slice(0, MAX_PROBLEMS).map(({ code, node_id: node, node_title: title, field, message, severity }) => (
        <li key={`${code} ${node} ${field} ${message}`} dir="auto">
          <Badge variant={severity === 'error' ? 'danger' : 'warning'}>{t.severities[severity]}</Badge>{' '}
          <span>
            {title !== null && <strong>{title}: </strong>}
            {message}
          </span>
        </li>
      ))}
    </Needs>
  );
}

function Needs({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul className={styles.needs}>{children}</ul>
    </div>
  );
}

interface NeedProps {
  readonly value: string;
  onChange(value: string): void;
}

const typeOf = { llm: 'llm', embedding: 'embedding', rerank: 'rerank' } as const;

function ModelNeed({ model, value, onChange }: NeedProps & { readonly model: Schemas['NeededModel'] }) {
  const t = appsTexts();
  const isReady = model.state === 'ready';
  const models = useApi('/console/api/models', { query: { type: typeOf[model.type] }, when: !isReady }).value?.data;
  return (
    <li>
      <span dir="auto">{model.name}</span> {isReady && <Badge variant="success">{t.ready}</Badge>}
      {!isReady && (
        <ModelPicker
          label={t.inPlaceOf(model.name)}
          labelHidden
          empty={t.leaveMissing}
          models={models}
          value={models?.find(({ provider, name }) => `${provider}/${name}` === value) ?? null}
          onChange={(next) => onChange(next === null ? '' : `${next.provider}/${next.name}`)}
        />
      )}
    </li>
  );
}

function BaseNeed({ base, value, onChange }: NeedProps & { readonly base: Schemas['NeededDataset'] }) {
  const t = appsTexts();
  const isReady = base.state === 'ready';
  const shown = base.places.length === 0 ? base.id : base.places.join(', ');
  return (
    <li>
      <span dir="auto">{shown.slice(0, 80)}</span> {isReady && <Badge variant="success">{t.ready}</Badge>}
      {!isReady && (
        <Picker
          label={t.inPlaceOf(shown.slice(0, 80))}
          labelHidden
          empty={t.leaveMissing}
          source={datasetSource}
          value={value}
          onChange={onChange}
        />
      )}
    </li>
  );
}
