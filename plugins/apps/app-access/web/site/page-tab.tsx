import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CopyField,
  call,
  ErrorAlert,
  Link,
  number,
  QueryBoundary,
  Section,
  studioTexts,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { LinkButton, Muted, Notice, Panel, Switch, toast } from '#plugins/ui/web/contract.ts';
import { SiteForm } from './site-form.tsx';

const site = '/console/api/apps/{app_id}/site';

/** The page of an app for people: on or off, where it is, how it looks, who may open it. */
export function PageTab({ app }: { readonly app: Schemas['App'] }) {
  const answer = useApi(site, { path: { app_id: app.id } });
  return <QueryBoundary answer={answer}>{(settings) => <PageSettings app={app} settings={settings} />}</QueryBoundary>;
}

function PageSettings({ app, settings }: { readonly app: Schemas['App']; readonly settings: Schemas['SiteSettings'] }) {
  const t = accessTexts();
  const { sending, run } = useAppChange(app.id);
  const path = { app_id: app.id };
  const set = (enabled: boolean) =>
    run(async () => {
      await call.patch(site, { path, body: { enabled } });
      const undo = () => void set(!enabled);
      toast(enabled ? t.pageIsOn : t.pageIsOff, { label: studioTexts().undo, run: undo });
    });
  return (
    <>
      <Section title={t.tabs.page} about={t.pageAbout}>
        <Panel>
          <Switch
            label={t.tabs.page}
            checked={settings.enabled}
            disabled={sending.isBusy}
            onChange={(event) => void set(event.currentTarget.checked)}
          />
          {sending.error !== undefined && <ErrorAlert error={sending.error} />}
          {settings.enabled ? (
            <>
              <Muted small>{t.pageIsOn}</Muted>
              <div className={styles.address}>
                <CopyField label={t.address} value={settings.web_app_url} />
                <LinkButton href={settings.web_app_url} target="_blank" rel="noreferrer">
                  {t.open}
                </LinkButton>
              </div>
              <VisitorLimits app={app} settings={settings} />
            </>
          ) : (
            <Notice>{`${t.pageIsOff} ${t.pageOffAbout}`}</Notice>
          )}
        </Panel>
      </Section>
      <SiteForm app={app} settings={settings} />
    </>
  );
}

/** What strangers may use up, where they are let in. */
function VisitorLimits({
  app,
  settings,
}: {
  readonly app: Schemas['App'];
  readonly settings: Schemas['SiteSettings'];
}) {
  const t = accessTexts();
  const hasTables = app.mode === 'workflow' || app.mode === 'completion';
  const names = ['runs_per_visitor_hour', ...(hasTables ? (['batch_rows_per_visitor_day'] as const) : [])] as const;
  const told = names.map((name) => {
    const limit = settings[name];
    return `${t.limits[name]}: ${limit === null ? t.noLimit : number(limit)}`;
  });
  return (
    <Muted small>
      {told.join(' · ')}. <Link href={`/app/${encodeURIComponent(app.id)}/access?tab=limits`}>{t.changeLimits}</Link>
    </Muted>
  );
}
