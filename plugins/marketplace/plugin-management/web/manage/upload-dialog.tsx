import { type FormEvent, useState } from 'react';
import { InstallDialog, type Wanted } from '#plugins/plugin-management/web/install-dialog.tsx';
import { packageHref } from '#plugins/plugin-management/web/package-href.ts';
import styles from '#plugins/plugin-management/web/plugins.module.css';
import { Button, Dialog, Muted, navigate, TextField } from '#plugins/ui/web/contract.ts';
import { manageTexts } from './texts/en.ts';

/** A file of one's own: chosen, then shown as any plugin before it is installed. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const t = manageTexts();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  if (wanted !== null) {
    return (
      <InstallDialog
        wanted={wanted}
        title={t.upload}
        onClose={onClose}
        onDone={({ name }) => navigate(packageHref(name))}
      />
    );
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const file = fields.get('file');
    const signature = fields.get('signature');
    if (!(file instanceof File) || file.size === 0) return;
    setWanted({ file, signature: signature instanceof File && signature.size > 0 ? signature : null });
  };
  return (
    <Dialog open title={t.upload} onClose={onClose}>
      <form className={styles.plan} onSubmit={submit}>
        <Muted>{t.uploadAbout}</Muted>
        <TextField label={t.file} name="file" type="file" accept=".tgz,.tar.gz,application/gzip" required />
        <TextField
          label={t.signature}
          note={t.optional}
          hint={t.signatureHint}
          name="signature"
          type="file"
          accept=".json,application/json"
        />
        <div className={styles.manage}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="primary">
            {t.look}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
