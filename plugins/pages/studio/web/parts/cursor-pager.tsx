import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Button, navigate } from '#plugins/ui/web/contract.ts';
import styles from './pager.module.css';
import { useSearchParam } from './search-params.ts';

/** From page to page of a list that has no numbers: older ones, and the newest again. Going back is the browser's. */
export function CursorPager({
  name,
  next,
}: {
  /** Of the part of the query that holds the place. */
  readonly name: string;
  /** Where the page after this one begins; null: this is the last. */
  readonly next: string | null;
}) {
  const t = studioTexts();
  const [place] = useSearchParam(name);
  if (next === null && place === '') return null;
  const go = (value: string | null) => {
    const url = new URL(location.href);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    navigate(url.pathname + url.search);
    scrollTo(0, 0);
  };
  return (
    <nav className={styles.pager} aria-label={t.pages}>
      {place !== '' && (
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
