import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  can,
  Link,
  PageFrame,
  SearchField,
  Section,
  Shown,
  setQuery,
  useAnswer,
  useQuery,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Select } from '#plugins/ui/web/contract.ts';
import { AvailableModels } from './available-models.tsx';
import { MODEL_TYPES } from './model-types.ts';
import styles from './models.module.css';
import { modelsTexts } from './models-texts.ts';

type Provider = Schemas['ModelProvider'];

/** Providers of models; for who may not change them, the models there are. */
export function Page() {
  const t = modelsTexts();
  const [search] = useQuery('q');
  const [type] = useQuery('type');
  const mayManage = can('providers.manage');
  const tabs = [
    { label: mayManage ? t.providers : t.models, href: '/models', isCurrent: true },
    { label: t.defaults, href: '/models/defaults', isCurrent: false },
  ];
  return (
    <PageFrame title={t.models} about={mayManage ? t.about : t.aboutReading} tabs={tabs} wide>
      <div className={styles.filters}>
        <SearchField
          label={mayManage ? t.searchProviders : t.searchModels}
          value={search}
          onChange={(q) => setQuery({ q, page: '' })}
        />
        <Select
          label={t.type}
          labelHidden
          empty={t.allTypes}
          value={type}
          options={MODEL_TYPES.map((value) => ({ value, label: t.types[value] ?? value }))}
          onChange={(event) => setQuery({ type: event.currentTarget.value, page: '' })}
        />
      </div>
      {mayManage ? <Providers search={search} type={type} /> : <AvailableModels search={search} type={type} />}
    </PageFrame>
  );
}

function Providers({ search, type }: { readonly search: string; readonly type: string }) {
  const t = modelsTexts();
  const answer = useAnswer('/console/api/providers');
  return (
    <Shown answer={answer}>
      {({ data }) => {
        const found = data.filter((provider) => isFound(provider, search, type));
        if (found.length === 0) {
          const clear = <Button onClick={() => setQuery({ q: '', type: '' })}>{t.clear}</Button>;
          return <EmptyState title={t.noHits} action={clear} />;
        }
        return (
          <>
            <Group title={t.configured} providers={found.filter(({ configured }) => configured)} />
            <Group title={t.available} providers={found.filter(({ configured }) => !configured)} />
          </>
        );
      }}
    </Shown>
  );
}

/** By its name, or by that of a model it has. */
function isFound({ id, label, types, models }: Provider, search: string, type: string): boolean {
  if (type !== '' && !types.includes(type)) return false;
  const wanted = search.trim().toLowerCase();
  return [id, label, ...models.map(({ name }) => name)].some((name) => name.toLowerCase().includes(wanted));
}

function Group({ title, providers }: { readonly title: string; readonly providers: readonly Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <Section title={`${title} (${providers.length})`}>
      <ul className={styles.cards}>
        {providers.map((provider) => (
          <Card key={provider.id} provider={provider} />
        ))}
      </ul>
    </Section>
  );
}

function Card({ provider: { id, label, configured, keyless, types, models } }: { readonly provider: Provider }) {
  const t = modelsTexts();
  const on = models.filter(({ enabled }) => enabled).length;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Link className={styles.name} href={`/models/${encodeURIComponent(id)}`}>
          {label}
        </Link>
        {configured && <Badge look="ok">{t.ready}</Badge>}
      </div>
      <p className={styles.kinds}>{types.map((type) => t.types[type] ?? type).join(' · ')}</p>
      <div className={styles.foot}>
        <span>{configured ? t.modelsOn(on) : t.modelCount(models.length)}</span>
        {keyless && <span>{t.keyless}</span>}
      </div>
    </li>
  );
}
