import { useState } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing, useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  CopyField,
  call,
  confirm,
  ErrorAlert,
  Form,
  QueryBoundary,
  SecretDialog,
  Section,
  studioTexts,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, LinkButton, Notice, Panel, Switch, TextArea, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { originsOf } from './lines.ts';

interface TabProps {
  readonly app: Schemas['App'];
  readonly settings: Schemas['SiteSettings'];
}

const site = '/console/api/apps/{app_id}/site';

/** The app on pages of other sites: on which, and by which snippets. */
export function EmbedTab({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const answer = useApi(site, { path: { app_id: app.id } });
  return (
    <QueryBoundary answer={answer}>
      {(settings) => (
        <>
          <Sites app={app} settings={settings} />
          {settings.embed_enabled && (
            <>
              <Section
                title={t.bubble}
                about={t.bubbleAbout}
                actions={
                  <LinkButton
                    href={`/docs/embed${settings.embed_token === null ? '' : `?token=${encodeURIComponent(settings.embed_token)}`}`}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {t.tryEmbed}
                  </LinkButton>
                }
              >
                {settings.script === null ? (
                  <Notice>{t.noToken}</Notice>
                ) : (
                  <CopyField label={t.bubble} value={settings.script} />
                )}
              </Section>
              <Section title={t.frame} about={t.frameAbout}>
                <CopyField label={t.frame} value={settings.iframe} />
              </Section>
              <Tokens app={app} settings={settings} />
            </>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function Sites({ app, settings }: TabProps) {
  const t = accessTexts();
  const { sending, run } = useAppChange(app.id);
  const origins = useSubmit();
  const path = { app_id: app.id };
  const set = (isOn: boolean) =>
    run(async () => {
      await call.patch(site, { path, body: { embed_enabled: isOn } });
      toast(isOn ? t.embedIsOn : t.embedIsOff, { label: studioTexts().undo, run: () => void set(!isOn) });
    });
  return (
    <Section title={t.tabs.embed} about={t.embedAbout}>
      <Panel>
        <Switch
          label={t.embedOn}
          checked={settings.embed_enabled}
          disabled={sending.isBusy}
          onChange={(event) => void set(event.currentTarget.checked)}
        />
        {sending.error !== undefined && <ErrorAlert error={sending.error} />}
        {settings.embed_enabled && settings.embed_origins.length === 0 && (
          <Notice variant="warning">{t.noOrigins}</Notice>
        )}
        {settings.embed_enabled && (
          <Form
            sending={origins}
            action={studioTexts().save}
            onSubmit={(fields) =>
              changing(app.id, async () => {
                const body = { embed_origins: originsOf(textOf(fields, 'embed_origins')) };
                await call.patch(site, { path, body });
                toast(studioTexts().saved);
              })
            }
          >
            <TextArea
              label={t.origins}
              hint={t.originsHint}
              name="embed_origins"
              rows={3}
              dir="ltr"
              spellCheck={false}
              placeholder="https://example.com"
              defaultValue={settings.embed_origins.join('\n')}
              wrong={origins.fieldError('embed_origins')}
            />
          </Form>
        )}
      </Panel>
    </Section>
  );
}

/** The name the snippets carry, and the secret by which a site says who its visitor is. */
function Tokens({ app, settings }: TabProps) {
  const t = accessTexts();
  const { sending, run } = useAppChange(app.id);
  const [secret, setSecret] = useState<string | null>(null);
  const path = { app_id: app.id };
  async function renewToken(): Promise<void> {
    if (!(await confirm({ title: t.renewToken, about: t.renewTokenAbout, action: t.renew }))) return;
    await run(async () => {
      await call.post(`${site}/embed-token`, { path });
      toast(t.tokenRenewed);
    });
  }
  async function renewSecret(): Promise<void> {
    const { has_visitor_secret: hasOne } = settings;
    if (hasOne && !(await confirm({ title: t.visitorSecret, about: t.renewSecretAbout, action: t.renew }))) return;
    await run(async () => setSecret((await call.post(`${site}/visitor-secret`, { path })).secret));
  }
  return (
    <Section title={t.knownVisitors} about={t.knownVisitorsAbout}>
      <Toolbar>
        <Button busy={sending.isBusy} onClick={() => void renewSecret()}>
          {settings.has_visitor_secret ? t.renewVisitorSecret : t.makeVisitorSecret}
        </Button>
        <Button busy={sending.isBusy} onClick={() => void renewToken()}>
          {t.renewToken}
        </Button>
      </Toolbar>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {secret !== null && (
        <SecretDialog
          title={t.visitorSecret}
          values={[{ label: t.visitorSecret, value: secret }]}
          about={t.visitorSecretAbout}
          onClose={() => setSecret(null)}
        />
      )}
    </Section>
  );
}
