import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  Link,
  PageFrame,
  type PageProps,
  QueryBoundary,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Notice } from '#plugins/ui/web/contract.ts';
import { ApiTab } from './code/api-tab.tsx';
import { LimitsTab } from './servers/limits-tab.tsx';
import { McpTab } from './servers/mcp-tab.tsx';
import { TriggersTab } from './servers/triggers-tab.tsx';
import { WebhooksTab } from './servers/webhooks-tab.tsx';
import { EmbedTab } from './site/embed-tab.tsx';
import { PageTab } from './site/page-tab.tsx';
import { accessTexts } from './texts/en.ts';

const TABS = ['page', 'embed', 'api', 'mcp', 'triggers', 'webhooks', 'limits'] as const;

/** All ways to an app, each a tab of the address. */
export function Page({ params }: PageProps) {
  const t = accessTexts();
  const id = params.app_id ?? '';
  const [tab] = useSearchParam('tab', 'page');
  const answer = useApi('/console/api/apps/{app_id}', { path: { app_id: id } });
  const current = TABS.find((name) => name === tab) ?? 'page';
  // Only workflows have triggers.
  const tabs = TABS.filter((name) => name !== 'triggers' || answer.value?.mode === 'workflow' || current === name);
  return (
    <PageFrame
      title={t.access}
      about={t.accessAbout}
      tabs={tabs.map((name) => ({
        label: t.tabs[name],
        href: `/app/${encodeURIComponent(id)}/access${name === 'page' ? '' : `?tab=${name}`}`,
        isCurrent: name === current,
      }))}
    >
      <QueryBoundary answer={answer}>
        {(app) => (
          <>
            <StateNotice app={app} />
            {current === 'page' && <PageTab app={app} />}
            {current === 'embed' && <EmbedTab app={app} />}
            {current === 'api' && <ApiTab app={app} />}
            {current === 'mcp' && <McpTab app={app} />}
            {current === 'triggers' && <TriggersTab app={app} />}
            {current === 'webhooks' && <WebhooksTab app={app} />}
            {current === 'limits' && <LimitsTab app={app} />}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}

/** Why nobody is answered, whatever is switched on here. */
function StateNotice({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const sending = useSubmit();
  if (app.status === 'draft') {
    return (
      <Notice variant="warning" action={<Link href={`/app/${app.id}/review`}>{t.publish}</Link>}>
        {t.unpublished}
      </Notice>
    );
  }
  if (app.status !== 'paused') return null;
  const resume = () =>
    sending.run(async () => {
      await call.patch('/console/api/apps/{app_id}', {
        path: { app_id: app.id },
        body: { status: 'active' },
        invalidates: ['/console/api/apps'],
      });
    });
  return (
    <Notice
      variant="warning"
      action={
        <Button small busy={sending.isBusy} onClick={() => void resume()}>
          {t.resume}
        </Button>
      }
    >
      {t.appPaused}
    </Notice>
  );
}
