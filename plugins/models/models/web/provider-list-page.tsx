import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  can,
  Link,
  PageFrame,
  QueryBoundary,
  SearchField,
  Section,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, Card, CardList, EmptyState, Select, Toolbar } from '#plugins/ui/web/contract.ts';
import { AvailableModels } from './available-models.tsx';
import { MODEL_TYPES } from './model-types.ts';
import { modelsTexts } from './texts/en.ts';

type Provider = Schemas['ModelProvider'];

/** Providers of models; for who may not change them, the models there are. */
export function Page() {
  const t = modelsTexts();
  const [search] = useSearchParam('q');
  const [type] = useSearchParam('type');
  const mayManage = can('providers.manage');
  const tabs = [
    { label: mayManage ? t.providers : t.models, href: '/models', isCurrent: true },
    { label: t.defaults, href: '/models/defaults', isCurrent: false },
  ];
  return (
    <PageFrame title={t.models} about={mayManage ? t.about : t.aboutReading} tabs={tabs} wide>
      <Toolbar>
        <SearchField
          label={mayManage ? t.searchProviders : t.searchModels}
          value={search}
          onChange={(q) => setSearchParams({ q, page: '' })}
        />
        <Select
          label={t.type}
          labelHidden
          empty={t.allTypes}
          value={type}
          options={MODEL_TYPES.map((value) => ({ value, label: t.types[value] ?? value }))}
          onChange={(event) => setSearchParams({ type: event.currentTarget.value, page: '' })}
        />
      </Toolbar>
      {mayManage ? <Providers search={search} type={type} /> : <AvailableModels search={search} type={type} />}
    </PageFrame>
  );
}

function Providers({ search, type }: { readonly search: string; readonly type: string }) {
  const t = modelsTexts();
  const answer = useApi('/console/api/providers');
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => {
        const found = data.filter((provider) => isFound(provider, search, type));
        if (found.length === 0) {
          const clear = <Button onClick={() => setSearchParams({ q: '', type: '' })}>{t.clear}</Button>;
          return <EmptyState title={t.noHits} action={clear} />;
        }
        return (
          <>
            <Group title={t.configured} providers={found.filter(({ configured }) => configured)} />
            <Group title={t.available} providers={found.filter(({ configured }) => !configured)} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** By its name, or by that of a model it has. */
function isFound({ id, label, types, models }: Provider, search: string, type: string): boolean {
  if (type !== '' && !types.some((each) => each === type)) return false;
  const wanted = search.trim().toLowerCase();
  return [id, label, ...models.map(({ name }) => name)].some((name) => name.toLowerCase().includes(wanted));
}

function Group({ title, providers }: { readonly title: string; readonly providers: readonly Provider[] }) {
  if (providers.length === 0) return null;
  return (
    <Section title={`${title} (${providers.length})`}>
      <CardList>
        {providers.map((provider) => (
          <ProviderCard key={provider.id} provider={provider} />
        ))}
      </CardList>
    </Section>
  );
}

function ProviderCard({ provider }: { readonly provider: Provider }) {
  const t = modelsTexts();
  const { id, label, configured, unreadable, keyless, types, models } = provider;
  const on = models.filter(({ enabled }) => enabled).length;
  return (
    <Card
      name={<Link href={`/models/${encodeURIComponent(id)}`}>{label}</Link>}
      aside={
        <>
          {configured && <Badge variant="success">{t.ready}</Badge>}
          {unreadable && <Badge variant="warning">{t.unreadable}</Badge>}
        </>
      }
      about={types.map((type) => t.types[type] ?? type).join(' · ')}
      foot={
        <>
          <span>{configured ? t.modelsOn(on) : t.modelCount(models.length)}</span>
          {keyless && <span>{t.keyless}</span>}
        </>
      }
    />
  );
}
