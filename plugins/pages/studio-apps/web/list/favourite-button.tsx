import { useState } from 'react';
import { call, changed, failureText } from '#plugins/studio/web/contract.tsx';
import { IconButton, toast } from '#plugins/ui/web/contract.ts';
import { Star } from '#plugins/ui/web/icons.tsx';
import styles from './list.module.css';
import { listTexts } from './list-texts.ts';

interface Marked {
  readonly id: string;
  readonly name: string;
  readonly is_favourite: boolean;
}

/** The star of an app: shown at once as it will be. */
export function FavouriteButton({ app: { id, name, is_favourite: is } }: { readonly app: Marked }) {
  const t = listTexts();
  const [wished, setWished] = useState<boolean | null>(null);
  const isMarked = wished ?? is;
  async function mark(): Promise<void> {
    setWished(!isMarked);
    const path = '/console/api/apps/{app_id}/favourite';
    const of = { path: { app_id: id } };
    try {
      await (isMarked ? call.delete(path, of) : call.put(path, of));
      changed('/console/api/apps');
    } catch (error) {
      setWished(null);
      toast(failureText(error));
    }
  }
  return (
    <span className={isMarked ? styles.marked : undefined}>
      <IconButton small label={isMarked ? t.unmark(name) : t.mark(name)} pressed={isMarked} onClick={() => void mark()}>
        <Star />
      </IconButton>
    </span>
  );
}
