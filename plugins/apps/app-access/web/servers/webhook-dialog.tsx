import styles from '#plugins/app-access/web/access.module.css';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Form, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, TextField, toast } from '#plugins/ui/web/contract.ts';

const events = ['run.succeeded', 'run.failed', 'run.stopped', 'run.paused'] as const;
const webhooks = '/console/api/apps/{app_id}/webhooks';

/** Adds a webhook, or changes one. */
export function WebhookDialog({
  appId,
  webhook,
  onClose,
  onSecret,
}: {
  readonly appId: string;
  /** null: a new one. */
  readonly webhook: Schemas['Webhook'] | null;
  onClose(): void;
  onSecret(secret: string): void;
}) {
  const t = accessTexts();
  const sending = useSubmit();
  async function save(fields: FormData): Promise<void> {
    const chosen = events.filter((event) => fields.get(event) !== null);
    const path = { app_id: appId };
    // None chosen is all of them.
    const body = { url: textOf(fields, 'url'), events: chosen.length === 0 ? events : chosen };
    if (webhook === null) {
      const made = await call.post(webhooks, { path, body });
      onSecret(made.secret);
    } else {
      await call.patch(`${webhooks}/{id}`, { path: { ...path, id: webhook.id }, body });
      toast(studioTexts().saved);
    }
    onClose();
  }
  return (
    <Dialog open title={webhook === null ? t.addWebhook : t.editWebhook} onClose={onClose}>
      <Form
        sending={sending}
        action={webhook === null ? t.addWebhook : studioTexts().save}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={(fields) => changing(appId, () => save(fields))}
      >
        <TextField
          label={t.address}
          name="url"
          type="url"
          required
          dir="ltr"
          placeholder="https://example.com/weft"
          defaultValue={webhook?.url ?? ''}
          wrong={sending.fieldError('url')}
        />
        <fieldset className={styles.choices}>
          <legend>{t.toldOf}</legend>
          {events.map((event) => (
            <Checkbox
              key={event}
              name={event}
              label={t.events[event]}
              defaultChecked={webhook === null || webhook.events.includes(event)}
            />
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}
