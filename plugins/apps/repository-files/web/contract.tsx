/** Taking files from repositories, for pages of other plugins; choosing a branch without a file is in `chooser/contract.tsx`. */
import { useState } from 'react';
import { Button, lazyModule } from '#plugins/ui/web/contract.ts';
import type { FileDialogProps } from './file-dialog.tsx';
import { filesTexts } from './texts/en.ts';

export type { TakenFile } from './file-dialog.tsx';

// Who takes nothing from a repository loads nothing of it.
const dialog = lazyModule(() => import('./file-dialog.tsx'));

/** A button that takes a file, or several, from a repository. */
export function FromRepository({
  small = false,
  ...of
}: Omit<FileDialogProps, 'onClose'> & { readonly small?: boolean }) {
  const t = filesTexts();
  const [isOpen, setOpen] = useState(false);
  const part = dialog.use(isOpen);
  return (
    <div>
      <Button small={small} onClick={() => setOpen(true)}>
        {t.fromRepository}
      </Button>
      {isOpen && part !== null && <part.FileDialog {...of} onClose={() => setOpen(false)} />}
    </div>
  );
}
