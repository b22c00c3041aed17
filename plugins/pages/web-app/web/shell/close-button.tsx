import { useEffect, useState } from 'react';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import type { ParentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import { shellTexts } from './texts/en.ts';

/** Closes a chat that the page around can open again; a plain frame can't. */
export function CloseButton({ link }: { readonly link: ParentLink | null }) {
  const t = shellTexts();
  const [isClosable, setClosable] = useState(false);
  useEffect(() => {
    void link?.wishes.then((wishes) => setClosable(wishes.isClosable === true));
  }, [link]);
  if (link === null || !isClosable) return null;
  return (
    <IconButton label={t.closeChat} onClick={() => link.tell({ type: 'close' })}>
      <Cross />
    </IconButton>
  );
}
