import { type ReactNode, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  call,
  datasetSource,
  ErrorAlert,
  Link,
  ModelPicker,
  Picker,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Notice, navigate, TextArea, TextField, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import styles from './app-list.module.css';
import { appsTexts } from './texts/en.ts';

type Plan = Schemas['ImportPlan'];
type Problem = Schemas['DraftProblem'];

/** What the plan tells by itself. */
const planned = ['missing_model', 'missing_tool', 'missing_dataset', 'plain_secret'];
const MAX_PROBLEMS = 30;

/** An app from a document: what it brings and what is missing for it is shown first, and swapped there. */
export function ImportApp() {
  const t = appsTexts();
  const sending = useSubmit();
  const [yaml, setYaml] = useState('');
  // Not put into the field below: documents may have thousands of lines.
  const [file, setFile] = useState('');
  const [url, setUrl] = useState('');
  const [plan, setPlan] = useState<{ readonly plan: Plan; readonly problems: readonly Problem[] } | null>(null);
  const text = file === '' ? yaml : file;
  const source = () => (text.trim() === '' ? { url: url.trim() } : { yaml: text });
  const isGiven = text.trim() !== '' || url.trim() !== '';
  if (plan !== null) return <Planned {...plan} source={source()} onBack={() => setPlan(null)} />;
  return (
    <Section title={t.fromDocument} about={t.fromDocumentAbout}>
      <TextField
        label={t.file}
        type="file"
        accept=".yml,.yaml,.json,text/yaml,application/yaml"
        onChange={(event) => void (event.currentTarget.files?.[0]?.text() ?? Promise.resolve('')).then(setFile)}
      />
      <TextField
        label={t.address}
        type="url"
        placeholder="https://"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
      />
      <TextArea
        label={t.orText}
        rows={10}
        spellCheck={false}
        className={styles.code}
        value={yaml}
        onInput={(event) => setYaml(event.currentTarget.value)}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button
          variant="primary"
          disabled={!isGiven}
          busy={sending.isBusy}
          onClick={() =>
            void sending.run(async () => {
              const body = source();
              const [plan, { problems }] = await Promise.all([
                call.post('/console/api/apps/import/plan', { body }),
                call.post('/console/api/apps/check', { body }),
              ]);
              setPlan({ plan, problems });
            })
          }
        >
          {t.look}
        </Button>
      </Toolbar>
    </Section>
  );
}

function Planned({
  plan,
  problems,
  source,
  onBack,
}: {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  readonly source: object;
  onBack(): void;
}) {
  const t = appsTexts();
  const sending = useSubmit();
  const [name, setName] = useState(plan.app.name);
  const [models, setModels] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      // Another model is another app: only who has chosen it before is taken at their word.
      plan.models.flatMap(({ name: each, suggestion }) =>
        suggestion?.is_remembered === true ? [[each, suggestion.model]] : [],
      ),
    ),
  );
  const [bases, setBases] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      plan.datasets.flatMap(({ id, state, suggestion }) =>
        state === 'missing' && suggestion ? [[id, suggestion.id]] : [],
      ),
    ),
  );
  const [moves, setMoves] = useState(plan.credentials.length > 0);

  async function take(): Promise<void> {
    const chosen = (values: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    const answer = await call.post('/console/api/apps/import', {
      body: {
        ...source,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...{ swap_models: chosen(models), swap_datasets: chosen(bases), move_credentials: moves, confirm: true },
      },
    });
    if (!('app' in answer) || !('id' in answer.app)) return;
    toast(t.imported(answer.app.name));
    navigate(`/app/${answer.app.id}/build`);
  }

  return (
    <Section title={t.planOf(plan.app.name)} about={t.modes[plan.app.mode] ?? plan.app.mode}>
      {plan.status === 'pending' && <Notice variant="warning">{t.otherVersion(plan.version)}</Notice>}
      {plan.problem !== null && problems.length === 0 && <Notice variant="warning">{plan.problem}</Notice>}
      <TextField label={t.name} value={name} maxLength={255} onInput={(event) => setName(event.currentTarget.value)} />
      {plan.models.length > 0 && (
        <Needs title={t.models}>
          {plan.models.map((model) => (
            <ModelNeed
              key={`${model.type} ${model.name}`}
              model={model}
              value={models[model.name] ?? ''}
              onChange={(value) => setModels({ ...models, [model.name]: value })}
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
              onChange={(value) => setBases({ ...bases, [base.id]: value })}
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
          onChange={(event) => setMoves(event.currentTarget.checked)}
        />
      )}
      {plan.is_complete && <Notice variant="success">{t.nothingMissing}</Notice>}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        <Button onClick={onBack}>{t.back}</Button>
        <Button variant="primary" busy={sending.isBusy} onClick={() => void sending.run(take)}>
          {t.import}
        </Button>
      </Toolbar>
    </Section>
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
