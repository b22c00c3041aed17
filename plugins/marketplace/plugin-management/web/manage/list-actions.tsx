import { useState } from 'react';
import { call, can, errorText, saveFile } from '#plugins/studio/web/contract.tsx';
import { Button, Menu, toast } from '#plugins/ui/web/contract.ts';
import { Download, Ellipsis, FileText } from '#plugins/ui/web/icons.tsx';
import { LockDialog } from './lock-dialog.tsx';
import { manageTexts } from './texts/en.ts';
import { UploadDialog } from './upload-dialog.tsx';

/** What is done beside choosing in the catalogue. */
export function ListActions() {
  const t = manageTexts();
  const [open, setOpen] = useState<'upload' | 'lock' | null>(null);
  const mayInstall = can('plugins.install');
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={t.more}
        items={[
          {
            label: t.writeLock,
            icon: <Download />,
            onSelect: () => void saveLock().catch((error: unknown) => toast(errorText(error))),
          },
          ...(mayInstall ? [{ label: t.applyLock, icon: <FileText />, onSelect: () => setOpen('lock') }] : []),
        ]}
      >
        <Ellipsis />
      </Menu>
      {mayInstall && (
        <Button variant="primary" onClick={() => setOpen('upload')}>
          {t.upload}
        </Button>
      )}
      {open === 'upload' && <UploadDialog onClose={close} />}
      {open === 'lock' && <LockDialog onClose={close} />}
    </>
  );
}

async function saveLock(): Promise<void> {
  const lock = await call.get('/console/api/plugins/lock');
  saveFile(new Blob([`${JSON.stringify(lock, null, 2)}\n`], { type: 'application/json' }), 'plugins.lock.json');
}
