import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, can, Link, SearchField, Shown, setQuery, useAnswer, useQuery } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, navigate, Select } from '#plugins/ui/web/contract.ts';
import styles from './tools.module.css';
import { ToolsFrame } from './tools-frame.tsx';
import { toolsTexts } from './tools-texts.ts';

type Provider = Schemas['ToolProvider'];
const KINDS = ['builtin', 'api', 'mcp', 'workflow'] as const;

/** All providers of tools, with those of the workspace first. */
export function Page() {
  const t = toolsTexts();
  const [search] = useQuery('q');
  const [kind] = useQuery('kind');
  const answer = useAnswer('/console/api/tools');
  return (
    <ToolsFrame
      current="/tools"
      about={t.about}
      actions={
        can('plugins.install') && (
          <Button look="main" onClick={() => navigate('/tools/new/openapi')}>
            {t.importApi}
          </Button>
        )
      }
    >
      <div className={styles.filters}>
        <SearchField label={t.search} value={search} onChange={(q) => setQuery({ q })} />
        <Select
          label={t.kind}
          labelHidden
          empty={t.allKinds}
          value={kind}
          options={KINDS.map((value) => ({ value, label: t.kinds[value] ?? value }))}
          onChange={(event) => setQuery({ kind: event.currentTarget.value })}
        />
      </div>
      <Shown answer={answer}>
        {({ data }) => {
          const found = data.filter((provider) => isFound(provider, search, kind));
          if (found.length === 0) {
            return (
              <EmptyState
                title={t.noHits}
                action={<Button onClick={() => setQuery({ q: '', kind: '' })}>{t.clear}</Button>}
              />
            );
          }
          const own = found.filter((provider) => provider.kind !== 'builtin');
          const installed = found.filter((provider) => provider.kind === 'builtin');
          return (
            <ul className={styles.cards}>
              {[...own, ...installed].map((provider) => (
                <Card key={`${provider.kind} ${provider.id}`} provider={provider} />
              ))}
            </ul>
          );
        }}
      </Shown>
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

function Card({ provider: { kind, id, label, configured, tools } }: { readonly provider: Provider }) {
  const t = toolsTexts();
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Link className={styles.name} href={`/tools/${kind}/${encodeURIComponent(id)}`} dir="auto">
          {label}
        </Link>
        {!configured && <Badge look="warn">{t.notSetUp}</Badge>}
      </div>
      <p className={styles.about} dir="auto">
        {tools.map((tool) => tool.label || tool.name).join(' · ')}
      </p>
      <div className={styles.foot}>
        <span>{t.kinds[kind] ?? kind}</span>
        <span>{t.toolCount(tools.length)}</span>
      </div>
    </li>
  );
}
