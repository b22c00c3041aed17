import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { IconButton, toast } from '#plugins/ui/web/contract.ts';
import { Copy } from '#plugins/ui/web/icons.tsx';
import styles from './copy-field.module.css';

/** A text to be taken elsewhere: an address, a key, a call. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const t = studioTexts();
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(value).then(
      () => toast(t.copied),
      () => toast(t.notCopied),
    );
  }
  return (
    <div className={styles.copy}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section tabIndex={0} aria-label={label} dir="ltr">
        <pre>{value}</pre>
      </section>
      <IconButton small label={`${t.copy}: ${label}`} onClick={() => void copy()}>
        <Copy />
      </IconButton>
    </div>
  );
}
