import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import { changing } from '#plugins/app-access/web/use-app-change.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, Form, studioTexts, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, TextArea, TextField } from '#plugins/ui/web/contract.ts';

/** What a version is called, and why it was made. */
export function VersionDialog({
  appId,
  version,
  onClose,
}: {
  readonly appId: string;
  readonly version: Schemas['AppVersion'];
  onClose(): void;
}) {
  const t = accessTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={t.versionNumber(version.number)} onClose={onClose}>
      <Form
        sending={sending}
        action={studioTexts().save}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={(fields) =>
          changing(appId, async () => {
            const path = { app_id: appId, version_id: version.id };
            const body = { name: textOf(fields, 'name'), note: textOf(fields, 'note') };
            await call.patch('/console/api/apps/{app_id}/versions/{version_id}', { path, body });
            onClose();
          })
        }
      >
        <TextField
          label={t.versionName}
          name="name"
          maxLength={100}
          defaultValue={version.name}
          wrong={sending.fieldError('name')}
        />
        <TextArea
          label={t.versionNote}
          name="note"
          rows={3}
          maxLength={1000}
          defaultValue={version.note}
          wrong={sending.fieldError('note')}
        />
      </Form>
    </Dialog>
  );
}
