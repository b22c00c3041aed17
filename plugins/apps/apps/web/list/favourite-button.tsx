import { call, errorText, optimistically } from '#plugins/studio/web/contract.tsx';
import { IconButton, toast } from '#plugins/ui/web/contract.ts';
import { Star } from '#plugins/ui/web/icons.tsx';
import styles from './list.module.css';
import { listTexts } from './texts/en.ts';

interface Marked {
  readonly id: string;
  readonly name: string;
  readonly is_favourite: boolean;
}

/** The star of an app. */
export function FavouriteButton({ app: { id, name, is_favourite: isMarked } }: { readonly app: Marked }) {
  const t = listTexts();
  function mark(): void {
    const path = '/console/api/apps/{app_id}/favourite';
    const of = { path: { app_id: id } };
    optimistically(
      '/console/api/apps',
      (apps) => ({
        ...apps,
        data: apps.data.map((app) => (app.id === id ? { ...app, is_favourite: !isMarked } : app)),
      }),
      () => (isMarked ? call.delete(path, of) : call.put(path, of)),
    ).catch((error: unknown) => toast(errorText(error)));
  }
  return (
    <span className={isMarked ? styles.marked : undefined}>
      <IconButton small label={isMarked ? t.unmark(name) : t.mark(name)} pressed={isMarked} onClick={mark}>
        <Star />
      </IconButton>
    </span>
  );
}
