import { Fragment } from 'react';
import { runTexts } from '#plugins/drafts/web/run/texts/en.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Dialog, Muted } from '#plugins/ui/web/contract.ts';
import styles from './workbench.module.css';

/** The keys of the canvas. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const t = buildTexts();
  const rows = [
    ['A · N', t.addNode],
    ['Enter', t.openSelected],
    ['/', t.findNode],
    ['C', t.connect],
    ['F', t.nextFree],
    ['E · F2', t.rename],
    ['D', t.duplicate],
    ['Delete', t.delete],
    ['← ↑ → ↓', t.walk],
    ['Alt ← ↑ → ↓', t.moveSelected],
    ['R', t.runNode],
    ['P', runTexts().pinKey],
    ['V', t.openApp],
    ['[ · ] · Home · End', runTexts().scrubKeys],
    ['T', t.tidy],
    ['L', t.list],
    ['1 · 2 · 0 · + · -', t.zoom],
    ['Ctrl C · X · V', t.copyPaste],
    ['Ctrl Z · Ctrl Shift Z', `${t.undo} · ${t.redo}`],
    ['Ctrl Enter', t.run],
    ['Ctrl Shift P', t.publish],
  ] as const;
  return (
    <Dialog open title={t.keys} onClose={onClose}>
      <Muted small>{t.keysAbout}</Muted>
      <dl className={styles.keys}>
        {rows.map(([key, about]) => (
          <Fragment key={key}>
            <dt>{key}</dt>
            <dd>{about}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
