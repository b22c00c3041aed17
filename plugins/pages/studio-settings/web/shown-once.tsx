import { CopyField } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Notice } from '#plugins/ui/web/contract.ts';
import styles from './settings.module.css';
import { settingsTexts } from './settings-texts.ts';

/** Something that was just made and is nowhere but here; gone when this is closed. */
export function ShownOnce({
  title,
  value,
  about,
  onClose,
}: {
  readonly title: string;
  readonly value: string;
  readonly about?: string;
  onClose(): void;
}) {
  const t = settingsTexts();
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
      <div className={styles.stack}>
        <Notice look="warn">{about ?? t.shownOnce}</Notice>
        <CopyField label={title} value={value} />
      </div>
    </Dialog>
  );
}
