import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  can,
  Link,
  QueryBoundary,
  SearchField,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, Card, CardList, EmptyState, navigate, Select, Toolbar } from '#plugins/ui/web/contract.ts';
import { inWords } from './in-words.ts';
import { toolsTexts } from './texts/en.ts';
import { ToolsFrame } from './tools-frame.tsx';

type Provider = Schemas['ToolProvider'];
const KINDS = ['builtin', 'api', 'mcp', 'workflow'] as const;

/** All providers of tools, with those of the workspace first. */
export function Page() {
  const t = toolsTexts();
  const [search] = useSearchParam('q');
  const [kind] = useSearchParam('kind');
  const answer = useApi('/console/api/tools');
  return (
    <ToolsFrame
      current="/tools"
      about={t.about}
      actions={
        can('plugins.install') && (
          <Button variant="primary" onClick={() => navigate('/tools/new/openapi')}>
            {t.importApi}
          </Button>
        )
      }
    >
      <Toolbar>
        <SearchField label={t.search} value={search} onChange={(q) => setSearchParams({ q })} />
        <Select
          label={t.kind}
          labelHidden
          empty={t.allKinds}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t.kinds[value] ?? value }))}
          onChange={(event) => setSearchParams({ kind: event.currentTarget.value })}
        />
      </Toolbar>
      <QueryBoundary answer={answer}>
        {({ data }) => {
          const found = data.map(inWords).filter((provider) => isFound(provider, search, kind));
          if (found.length === 0) {
            return (
              <EmptyState
                title={t.noHits}
                action={<Button onClick={() => setSearchParams({ q: '', kind: '' })}>{t.clear}</Button>}
              />
            );
          }
          const own = found.filter((provider) => provider.kind !== 'builtin');
          const installed = found.filter((provider) => provider.kind === 'builtin');
          return (
            <CardList>
              {[...own, ...installed].map((provider) => (
                <ProviderCard key={`${provider.kind} ${provider.id}`} provider={provider} />
              ))}
            </CardList>
          );
        }}
      </QueryBoundary>
    </ToolsFrame>
  );
}

/** By its name, or by that of a tool. */
function isFound({ kind, id, label, tools }: Provider, search: string, wantedKind: string): boolean {
  if (wantedKind !== '' && kind !== wantedKind) return false;
  const wanted = search.trim().toLowerCase();
  const names = tools.flatMap((tool) => [tool.name, tool.label ?? '']);
  return [id, label, ...names].some((name) => name.toLowerCase().includes(wanted));
}

function ProviderCard({
  provider: { kind, id, label, configured, unreadable, tools },
}: {
  readonly provider: Provider;
}) {
  const t = toolsTexts();
  return (
    <Card
      name={<Link href={`/tools/${kind}/${encodeURIComponent(id)}`}>{label}</Link>}
      aside={!configured && <Badge variant="warning">{unreadable ? t.unreadable : t.notSetUp}</Badge>}
      about={tools.map((tool) => tool.label || tool.name).join(' · ')}
      foot={
        <>
          <span>{t.kinds[kind] ?? kind}</span>
          <span>{t.toolCount(tools.length)}</span>
        </>
      }
    />
  );
}
