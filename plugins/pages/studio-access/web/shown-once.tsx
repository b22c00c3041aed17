import type { ReactNode } from 'react';
import { CopyField } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Notice } from '#plugins/ui/web/contract.ts';
import styles from './access.module.css';
import { accessTexts } from './access-texts.ts';

/** A secret that was just made. It is nowhere but here, and gone when this is closed. */
export function ShownOnce({
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
  const t = accessTexts();
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button look="main" onClick={onClose}>
          {t.keptIt}
        </Button>
      }
    >
      <div className={styles.fields}>
        <Notice look="warn">{t.shownOnce}</Notice>
        {values.map(({ label, value }) => (
          <div key={label}>
            <div className={styles.subtitle}>{label}</div>
            <CopyField label={label} value={value} />
          </div>
        ))}
        {about !== undefined && <p className={styles.faint}>{about}</p>}
      </div>
    </Dialog>
  );
}
