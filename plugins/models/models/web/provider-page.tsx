import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  confirm,
  errorText,
  Link,
  PageFrame,
  type PageProps,
  QueryBoundary,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, LinkButton, LinkList, toast } from '#plugins/ui/web/contract.ts';
import { CredentialSets } from './credential-sets.tsx';
import { ProviderCredentials } from './provider-credentials.tsx';
import { ProviderModels } from './provider-models.tsx';
import { modelsTexts } from './texts/en.ts';

type Provider = Schemas['ModelProvider'];
const TABS = ['credentials', 'models', 'apps'] as const;

/** A provider: credentials, models, and which apps use it. */
export function Page({ params }: PageProps) {
  const t = modelsTexts();
  const answer = useApi('/console/api/providers');
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => {
        const provider = data.find(({ id }) => id === params.provider);
        if (provider !== undefined) return <Provider provider={provider} />;
        return (
          <PageFrame title={t.models}>
            <EmptyState title={t.noProvider} action={<LinkButton href="/models">{t.providers}</LinkButton>} />
          </PageFrame>
        );
      }}
    </QueryBoundary>
  );
}

function Provider({ provider }: { readonly provider: Provider }) {
  const t = modelsTexts();
  const { id, label, configured, unreadable, keyless } = provider;
  const [asked] = useSearchParam('tab', configured && keyless ? 'models' : 'credentials');
  const tab = TABS.find((name) => name === asked) ?? 'credentials';
  const names = { credentials: t.credentials, models: t.models, apps: t.apps };
  return (
    <PageFrame
      title={label}
      about={unreadable ? t.unreadableAbout : keyless ? t.keylessAbout : configured ? t.readyAbout : t.notReadyAbout}
      crumbs={[{ label: t.models, href: '/models' }]}
      tabs={TABS.map((name) => ({
        label: names[name],
        href: `/models/${encodeURIComponent(id)}?tab=${name}`,
        isCurrent: name === tab,
      }))}
      actions={
        configured &&
        Object.keys(provider.credentials).length > 0 && (
          <Button variant="danger" onClick={() => void remove(provider)}>
            {t.removeCredentials}
          </Button>
        )
      }
    >
      {tab === 'credentials' && (
        <>
          <ProviderCredentials key={JSON.stringify(provider.credentials)} provider={provider} />
          {configured && provider.fields.length > 0 && <CredentialSets provider={provider} />}
        </>
      )}
      {tab === 'models' && <ProviderModels provider={provider} />}
      {tab === 'apps' && <Apps provider={id} />}
    </PageFrame>
  );
}

function Apps({ provider }: { readonly provider: string }) {
  const t = modelsTexts();
  const answer = useApi('/console/api/providers/{provider}/apps', { path: { provider } });
  return (
    <QueryBoundary answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={t.noApps} about={t.noAppsAbout} />
        ) : (
          <LinkList>
            {data.map(({ id, name }) => (
              <li key={id}>
                <Link href={`/app/${id}/build`} dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </LinkList>
        )
      }
    </QueryBoundary>
  );
}

/** Tells first which apps would fail. */
async function remove({ id, label }: Provider): Promise<void> {
  const t = modelsTexts();
  const path = { provider: id };
  try {
    const { data } = await call.get('/console/api/providers/{provider}/apps', { path });
    const about = (
      <>
        <p>{t.removeAbout}</p>
        {data.length > 0 && (
          <>
            <p>{t.wouldFail}</p>
            <ul>
              {data.slice(0, 20).map((app) => (
                <li key={app.id}>{app.name}</li>
              ))}
            </ul>
          </>
        )}
      </>
    );
    if (!(await confirm({ title: t.removeTitle(label), about, action: t.removeCredentials }))) return;
    await call.delete('/console/api/providers/{provider}', {
      path,
      query: { confirm: true },
      invalidates: ['/console/api/providers', '/console/api/models', '/console/api/default-models'],
    });
    toast(t.removed(label));
  } catch (error) {
    toast(errorText(error));
  }
}
