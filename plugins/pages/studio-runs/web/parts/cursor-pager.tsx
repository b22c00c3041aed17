import { useQuery } from '#plugins/studio/web/contract.tsx';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';
import { Button, navigate } from '#plugins/ui/web/contract.ts';
import styles from './log.module.css';

/** From page to page of a list that has no numbers: the next ones, and the first again. Going back is the browser's. */
export function CursorPager({ next }: { readonly next: string | null }) {
  const t = runsTexts();
  const [cursor] = useQuery('cursor');
  if (next === null && cursor === '') return null;
  const go = (value: string | null) => {
    const url = new URL(location.href);
    if (value === null) url.searchParams.delete('cursor');
    else url.searchParams.set('cursor', value);
    navigate(url.pathname + url.search);
    scrollTo(0, 0);
  };
  return (
    <nav className={styles.pager} aria-label={t.pages}>
      {cursor !== '' && (
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
