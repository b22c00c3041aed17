import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Dialog, Loading, lazyModule } from '#plugins/ui/web/contract.ts';
import styles from './palette.module.css';

const listPart = lazyModule(() => import('./palette-list.tsx'));

/** What the list makes of a key; what nobody takes is the field's. */
export type KeyTaker = (event: KeyboardEvent) => void;

/**
 * Things, pages and actions by a part of their names. Typing begins at once; the list comes a moment later, and takes an Enter that
 * came before it.
 */
export function Palette({ pathname, onClose }: { readonly pathname: string; onClose(): void }) {
  const t = studioTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<string | undefined>();
  const [isTaken, take] = useState(false);
  const keys = useRef<KeyTaker>((event) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    take(true);
  });
  const List = listPart.use()?.PaletteList;
  return (
    <Dialog open title={t.search} onClose={onClose} shape="wide">
      <input
        className={styles.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={active}
        aria-label={t.searchHint}
        placeholder={t.searchHint}
        autoFocus
        autoComplete="off"
        dir="auto"
        maxLength={100}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          take(false);
        }}
        onKeyDown={(event) => keys.current(event)}
      />
      {List === undefined ? (
        <div id={id}>
          <Loading label={t.loading} />
        </div>
      ) : (
        <List {...{ id, pathname, typed, isTaken, take, keys, onClose }} onActive={setActive} />
      )}
    </Dialog>
  );
}
