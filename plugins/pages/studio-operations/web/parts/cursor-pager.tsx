import { useQuery } from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import { Button, navigate } from '#plugins/ui/web/contract.ts';
import styles from './parts.module.css';

/** From page to page of a list that has no numbers: older ones, and the newest again. Going back is the browser's. */
export function CursorPager({ next }: { readonly next: string | null }) {
  const t = operationsTexts();
  const [before] = useQuery('before');
  if (next === null && before === '') return null;
  const go = (value: string | null) => {
    const url = new URL(location.href);
    if (value === null) url.searchParams.delete('before');
    else url.searchParams.set('before', value);
    navigate(url.pathname + url.search);
    scrollTo(0, 0);
  };
  return (
    <nav className={styles.pager} aria-label={t.pages}>
      {before !== '' && (
        <Button small onClick={() => go(null)}>
          {t.newest}
        </Button>
      )}
      {next !== null && (
        <Button small onClick={() => go(next)}>
          {t.older}
        </Button>
      )}
    </nav>
  );
}

/** Where the page after this one begins; null: this is the last. */
export function nextOf(page: { readonly data: readonly { readonly id: string }[]; readonly has_more: boolean }) {
  return page.has_more ? (page.data.at(-1)?.id ?? null) : null;
}
