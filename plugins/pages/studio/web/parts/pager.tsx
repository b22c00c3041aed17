import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { IconButton } from '#plugins/ui/web/contract.ts';
import { ChevronLeft, ChevronRight } from '#plugins/ui/web/icons.tsx';
import styles from './pager.module.css';

/** From page to page of a list; nothing where there is one page. */
export function Pager({
  page,
  limit,
  total,
  onPage,
}: {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  onPage(page: number): void;
}) {
  const t = studioTexts();
  const last = Math.max(1, Math.ceil(total / limit));
  if (last === 1) return null;
  return (
    <nav className={styles.pager} aria-label={t.pages}>
      <span>{t.range((page - 1) * limit + 1, Math.min(page * limit, total), total)}</span>
      <IconButton small label={t.previousPage} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton small label={t.nextPage} disabled={page >= last} onClick={() => onPage(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
