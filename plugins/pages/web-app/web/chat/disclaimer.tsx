import { useChat } from './chat-context.ts';
import { chatTexts } from './texts/en.ts';
import styles from './thread-view.module.css';

/** What the owner wants said, whose the app is, and where it says what becomes of what one writes. */
export function Disclaimer() {
  const { site } = useChat();
  const t = chatTexts();
  const hasPolicy = /^https?:\/\//i.test(site.privacy_policy);
  if (site.disclaimer === '' && site.copyright === '' && !hasPolicy) return null;
  return (
    <footer className={styles.disclaimer}>
      {site.disclaimer !== '' && <p dir="auto">{site.disclaimer}</p>}
      <p>
        {site.copyright !== '' && <span dir="auto">© {site.copyright}</span>}
        {hasPolicy && (
          <a href={site.privacy_policy} target="_blank" rel="noopener noreferrer">
            {t.privacy}
          </a>
        )}
      </p>
    </footer>
  );
}
