import { useState } from 'react';
import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { useAppChange } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  call,
  confirm,
  ErrorAlert,
  QueryBoundary,
  SecretDialog,
  Section,
  studioTexts,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Menu, Notice, Panel, Stack, Switch, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis } from '#plugins/ui/web/icons.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

type Webhook = Schemas['Webhook'];

/** Addresses that are told how runs of an app end, and what became of the messages. */
export function WebhooksTab({ app }: { readonly app: Schemas['App'] }) {
  const t = accessTexts();
  const answer = useApi('/console/api/apps/{app_id}/webhooks', { path: { app_id: app.id } });
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      {t.addWebhook}
    </Button>
  );
  const hasSome = (answer.value?.data.length ?? 0) > 0;
  return (
    <>
      <Section title={t.tabs.webhooks} about={t.webhooksAbout} actions={hasSome && add}>
        <QueryBoundary answer={answer}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState title={t.noWebhooks} about={t.noWebhooksAbout} action={add} />
            ) : (
              <Stack as="ul">
                {data.map((webhook) => (
                  <WebhookItem
                    key={webhook.id}
                    webhook={webhook}
                    onEdit={() => setEdited(webhook)}
                    onSecret={setSecret}
                  />
                ))}
              </Stack>
            )
          }
        </QueryBoundary>
      </Section>
      {hasSome && <Deliveries appId={app.id} webhooks={answer.value?.data ?? []} />}
      {edited !== null && (
        <WebhookDialog
          appId={app.id}
          webhook={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t.webhookSecret}
          values={[{ label: t.secret, value: secret }]}
          about={t.webhookSecretAbout}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function WebhookItem({
  webhook,
  onEdit,
  onSecret,
}: {
  readonly webhook: Webhook;
  onEdit(): void;
  onSecret(secret: string): void;
}) {
  const t = accessTexts();
  const { sending, run } = useAppChange(webhook.app_id);
  const one = '/console/api/apps/{app_id}/webhooks/{id}';
  const path = { app_id: webhook.app_id, id: webhook.id };
  const set = (enabled: boolean) => run(() => call.patch(one, { path, body: { enabled } }));
  async function remove(): Promise<void> {
    const about = t.deleteWebhookAbout(webhook.url);
    if (!(await confirm({ title: t.deleteWebhook, about, action: studioTexts().delete }))) return;
    await run(() => call.delete(one, { path }));
  }
  async function rotate(): Promise<void> {
    if (!(await confirm({ title: t.renewSecret, about: t.renewWebhookSecretAbout, action: t.renew }))) return;
    await run(async () => onSecret((await call.post(`${one}/rotate`, { path })).secret));
  }
  const test = () =>
    run(async () => {
      await call.post(`${one}/test`, { path });
      toast(t.testSent);
    });
  return (
    <Panel as="li">
      <div className={styles.head}>
        <span className={styles.name} dir="ltr">
          {webhook.url}
        </span>
        <Menu
          label={t.actionsOf(webhook.url)}
          small
          items={[
            { label: t.sendTest, onSelect: () => void test() },
            { label: t.edit, onSelect: onEdit },
            { label: t.renewSecret, onSelect: () => void rotate() },
            { label: studioTexts().delete, danger: true, onSelect: () => void remove() },
          ]}
        >
          <Ellipsis />
        </Menu>
      </div>
      <Toolbar>
        {webhook.events.map((event) => (
          <Badge key={event}>{t.events[event]}</Badge>
        ))}
      </Toolbar>
      <Switch
        label={t.webhookOn}
        checked={webhook.enabled}
        disabled={sending.isBusy}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
      {webhook.disabled_reason !== null && <Notice variant="warning">{webhook.disabled_reason}</Notice>}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Panel>
  );
}
