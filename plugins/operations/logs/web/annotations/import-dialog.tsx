import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { call, Form, invalidate, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, TextField, toast } from '#plugins/ui/web/contract.ts';

const ANNOTATIONS = '/console/api/apps/{app_id}/annotations';

/** Takes pairs from a CSV file: all of them or none, and what is wrong with it by lines. */
export function ImportDialog({ appId, onClose }: { readonly appId: string; onClose(): void }) {
  const t = runsTexts();
  const sending = useSubmit();
  const path = { app_id: appId };
  async function send(fields: FormData): Promise<void> {
    const file = fields.get('file');
    if (!(file instanceof File)) return;
    const {
      added,
      changed: updated,
      unchanged,
    } = await call.post(`${ANNOTATIONS}/import`, {
      path,
      body: { csv: await file.text() },
    });
    invalidate([ANNOTATIONS, path], ['/console/api/apps/{app_id}/annotation-reply', path]);
    toast(t.imported(added, updated, unchanged));
    onClose();
  }
  return (
    <Dialog open title={t.importCsv} onClose={onClose}>
      <Form sending={sending} action={t.import} actions={<Button onClick={onClose}>{t.cancel}</Button>} onSubmit={send}>
        <p>{t.importAbout}</p>
        <TextField
          type="file"
          name="file"
          label={t.file}
          accept=".csv,text/csv"
          required
          wrong={sending.fieldError('csv')}
        />
      </Form>
    </Dialog>
  );
}
