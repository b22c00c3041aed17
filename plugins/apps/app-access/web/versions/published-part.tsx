import { useState } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, dateTime, ErrorAlert, Link, Section, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, LinkButton, Muted, Notice, Panel, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { versionsTexts } from './texts/en.ts';

const site = '/console/api/apps/{app_id}/site';

interface PublishedProps {
  readonly appId: string;
  readonly version: Schemas['PublishedVersion'];
}

/** Says that the draft is published, and what comes next: the page of the app, and other ways to it. */
export function PublishedPart({ appId, version: { number, warnings } }: PublishedProps) {
  const [t, words] = [accessTexts(), versionsTexts()];
  const [at] = useState(() => Date.now() / 1000);
  const settings = useApi(site, { path: { app_id: appId } }).value;
  return (
    <>
      <Section title={t.published(number)} about={dateTime(at)}>
        <Panel>
          {settings !== undefined && <PageOf appId={appId} settings={settings} />}
          <Toolbar>
            <LinkButton href={`/app/${appId}/build`}>{words.backToStudio}</LinkButton>
            <Link href={`/app/${appId}/access?tab=api`}>{words.toApi}</Link>
            <Link href={`/app/${appId}/access?tab=embed`}>{words.toEmbed}</Link>
          </Toolbar>
        </Panel>
      </Section>
      {warnings.map((warning) => (
        <Notice key={warning} variant="warning">
          {warning}
        </Notice>
      ))}
    </>
  );
}

function PageOf({ appId, settings }: { readonly appId: string; readonly settings: Schemas['SiteSettings'] }) {
  const [t, words] = [accessTexts(), versionsTexts()];
  const { sending, run } = useAppChange(appId);
  const { enabled, entry, web_app_url: url } = settings;
  const switchOn = () =>
    run(async () => {
      await call.patch(site, { path: { app_id: appId }, body: { enabled: true } });
      toast(t.pageIsOn);
    });
  const copy = () => void navigator.clipboard.writeText(url).then(() => toast(words.linkCopied));
  return (
    <>
      <Toolbar>
        {enabled ? (
          <>
            <LinkButton variant="primary" href={url} target="_blank" rel="noreferrer">
              {words.openPage}
            </LinkButton>
            <Button onClick={copy}>{words.copyLink}</Button>
          </>
        ) : (
          <Button variant="primary" busy={sending.isBusy} onClick={() => void switchOn()}>
            {words.switchPageOn}
          </Button>
        )}
      </Toolbar>
      <Muted small>{`${t.entry}: ${t.entries[entry]}`}</Muted>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </>
  );
}
