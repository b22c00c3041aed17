import { mountPage, readPageData } from '#plugins/ui/web/contract.ts';
import { parentLink } from './embed/parent-link.ts';
import { CloseButton } from './shell/close-button.tsx';
import { ClosedPage } from './shell/closed-page.tsx';
import styles from './shell/shell.module.css';

const { reason } = readPageData<{ readonly reason: 'embed-off' | 'origin-not-allowed' }>();
// Any site may hear that there is nothing for it here.
const link = parentLink(['*']);
link?.tell({ type: 'error', code: reason === 'embed-off' ? 'embed_token_unknown' : 'origin_not_allowed' });
void mountPage(
  <>
    <div className={styles.corner}>
      <CloseButton link={link} />
    </div>
    <main className={styles.main}>
      <ClosedPage reason={reason} />
    </main>
  </>,
  new URLSearchParams(location.search).get('locale'),
);
