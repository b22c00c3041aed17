import type { ReactNode } from 'react';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Button, Dialog, Notice } from '#plugins/ui/web/contract.ts';
import { CopyField } from './copy-field.tsx';
import styles from './secret-dialog.module.css';

/** A secret that was just made. It is nowhere but here, and gone when this is closed. */
export function SecretDialog({
  title,
  values,
  about,
  onClose,
}: {
  readonly title: string;
  readonly values: readonly { readonly label: string; readonly value: string }[];
  readonly about?: ReactNode;
  onClose(): void;
}) {
  const t = studioTexts();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t.keptIt}
        </Button>
      }
    >
      <div className={styles.fields}>
        <Notice variant="warning">{t.shownOnce}</Notice>
        {values.map(({ label, value }) => (
          <div key={label}>
            <div className={styles.label}>{label}</div>
            <CopyField label={label} value={value} />
          </div>
        ))}
        {about !== undefined && <p className={styles.about}>{about}</p>}
      </div>
    </Dialog>
  );
}
