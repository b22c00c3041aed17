import { useCallback, useEffect, useMemo, useState } from 'react';
import { Button, EmptyState, Loading, Tabs, useAddress } from '#plugins/ui/web/contract.ts';
import { LinkPolicyContext } from '#plugins/ui/web/markdown/contract.tsx';
import { type AppSession, storageKey } from '#plugins/web-app/web/shell/app-session.ts';
import { PageHeader } from '#plugins/web-app/web/shell/page-header.tsx';
import { useLoaded } from '#plugins/web-app/web/shell/use-loaded.ts';
import { useVisitorFiles } from '#plugins/web-app/web/shell/use-visitor-files.ts';
import { type AppForm, loadForm } from './app-form.ts';
import { BatchPage } from './batches/batch-page.tsx';
import { BatchesView } from './batches/batches-view.tsx';
import { goTo } from './go-to.ts';
import { givenInputs, type Place, readPlace } from './places.ts';
import { ResultsView } from './results/results-view.tsx';
import { RunView } from './run-view.tsx';
import { workflowTexts } from './texts/en.ts';
import { useRun } from './use-run.ts';
import css from './workflow-page.module.css';

type Inputs = Readonly<Record<string, unknown>>;

/** The page of a workflow or a text generator: run once, run for each row of a table, look at what has run. */
export function WorkflowPage({ session }: { readonly session: AppSession }) {
  const t = workflowTexts();
  const { api, site, link } = session;
  const links = useMemo(
    () => ({ allowedHosts: site.allowed_hosts, ownOrigins: [location.origin, new URL(api.url, location.href).origin] }),
    [site, api],
  );
  const form = useLoaded((signal) => loadForm(api, signal));
  return (
    <>
      <PageHeader site={site} link={link} />
      <main className={css.main}>
        {site.description !== '' && (
          <p className={css.about} dir="auto">
            {site.description}
          </p>
        )}
        {form.value !== undefined ? (
          <LinkPolicyContext value={links}>
            <Views session={session} form={form.value} />
          </LinkPolicyContext>
        ) : form.error !== undefined ? (
          <EmptyState title={t.loadFailed} action={<Button onClick={form.again}>{t.tryAgain}</Button>} />
        ) : (
          <Loading label={t.loading} />
        )}
        <Foot session={session} />
      </main>
    </>
  );
}

function Views({ session, form }: { readonly session: AppSession; readonly form: AppForm }) {
  const t = workflowTexts();
  const { api, app, site } = session;
  const address = useAddress();
  const place = useMemo(() => readPlace(address), [address]);
  const owner = storageKey(session, 'runs');
  const mode = app.mode === 'completion' ? 'completion' : 'workflow';
  const task = place.view === 'run' ? place.task : null;
  const run = useRun({ api, owner, mode, task });
  const [given, setGiven] = useState<Inputs | null>(() => firstInputs(session, form, address));
  const remote = useVisitorFiles(
    'run',
    form.fields.some(({ kind }) => kind === 'file' || kind === 'file-list'),
  );
  const uploads = useMemo(() => ({ url: api.url, token: () => api.token(), remote }), [api, remote]);
  const use = useCallback((inputs: Inputs) => {
    // Another object each time, so that the same inputs can be used twice.
    setGiven({ ...inputs });
    goTo({ view: 'run', task: '' });
  }, []);
  useTitle(site.title, run.model?.status ?? null);
  const tabs = [
    { name: 'run', label: t.run },
    { name: 'batches', label: t.batches },
    { name: 'results', label: t.results },
  ] as const;
  const tab = place.view === 'batch' ? 'batches' : place.view;
  return (
    <Tabs
      label={t.views}
      tabs={tabs}
      value={tab}
      onChange={(name) => goTo(placeOf(name, run.model?.taskId ?? ''))}
      panelClass={css.panel}
    >
      {place.view === 'run' && (
        <RunView {...{ api, form, uploads, run, given }} title={site.title} showsSteps={site.show_workflow_steps} />
      )}
      {place.view === 'batches' && <BatchesView api={api} owner={owner} title={site.title} />}
      {place.view === 'batch' && <BatchPage key={place.id} {...{ api, owner, place }} onUse={use} />}
      {place.view === 'results' && (
        <ResultsView key={String(place.isKept)} {...{ api, owner }} isKept={place.isKept} onUse={use} />
      )}
    </Tabs>
  );
}

function placeOf(tab: 'run' | 'batches' | 'results', task: string): Place {
  if (tab === 'run') return { view: 'run', task };
  return tab === 'batches' ? { view: 'batches' } : { view: 'results', isKept: false };
}

/** Of the page around, and of the address, where they name inputs of the app. */
function firstInputs(session: AppSession, { fields }: AppForm, address: string): Inputs | null {
  const all: Inputs = { ...givenInputs(address), ...session.inputs };
  const own = Object.fromEntries(Object.entries(all).filter(([name]) => fields.some((field) => field.name === name)));
  return Object.keys(own).length > 0 ? own : null;
}

/** A tab in the background tells when its run is over. */
function useTitle(title: string, status: string | null): void {
  const t = workflowTexts();
  const state = status === null ? '' : t.status[status as keyof typeof t.status];
  useEffect(() => {
    document.title = state === '' ? title : `${state} · ${title}`;
  }, [title, state]);
}

function Foot({ session }: { readonly session: AppSession }) {
  const { copyright, disclaimer, privacy_policy: privacy } = session.site;
  const t = workflowTexts();
  if (copyright === '' && disclaimer === '' && privacy === '') return null;
  return (
    <footer className={css.foot}>
      {disclaimer !== '' && <p dir="auto">{disclaimer}</p>}
      {copyright !== '' && <span dir="auto">© {copyright}</span>}
      {privacy !== '' && (
        <a href={privacy} target="_blank" rel="noopener noreferrer">
          {t.privacy}
        </a>
      )}
    </footer>
  );
}
