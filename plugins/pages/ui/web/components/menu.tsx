import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classes } from '#plugins/ui/web/classes.ts';
import { Check } from '#plugins/ui/web/icons.tsx';
import { IconButton } from './button.tsx';
import styles from './menu.module.css';
import { placeBeside } from './place-beside.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  /** One of several: whether it is the one. */
  readonly checked?: boolean;
  /** The key that does the same. */
  readonly keys?: string;
  onSelect(): void;
}

export interface MenuProps {
  /** Name of its button. */
  readonly label: string;
  /** What the button shows. */
  readonly children: ReactNode;
  readonly items: readonly MenuItem[];
  readonly small?: boolean;
}

/** A button, and the menu it opens. Arrows, Home, End and first letters move; Escape closes and gives the focus back. */
export function Menu({ label, children, items, small = false }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  function close(): void {
    menu.current?.hidePopover();
    button.current?.focus();
  }

  return (
    <>
      <IconButton ref={button} label={label} small={small} aria-haspopup="menu" popoverTarget={id}>
        {children}
      </IconButton>
      <div
        id={id}
        ref={menu}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={(event) => event.newState === 'open' && placeBeside(event.currentTarget, button.current)}
        onToggle={(event) => {
          button.current?.setAttribute('aria-expanded', String(event.newState === 'open'));
          if (event.newState !== 'open') return;
          placeBeside(event.currentTarget, button.current);
          // Who has gone to an item meanwhile stays there.
          if (!event.currentTarget.contains(document.activeElement)) itemsOf(event.currentTarget)[0]?.focus();
        }}
        onKeyDown={(event) => event.key === 'Tab' && event.currentTarget.hidePopover()}
      >
        <MenuList items={items} onDone={close} />
      </div>
    </>
  );
}

/** What stands in a menu, wherever that opens. */
export function MenuList({ items, onDone }: { readonly items: readonly MenuItem[]; onDone(): void }) {
  return (
    <div role="none" onKeyDown={moveFocus}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it has a state only as one of several.
        <button
          key={item.label}
          type="button"
          role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={item.checked}
          tabIndex={-1}
          className={classes(styles.item, item.danger === true && styles.danger)}
          onClick={() => {
            onDone();
            item.onSelect();
          }}
        >
          {item.icon}
          {item.label}
          {item.keys !== undefined && (
            <span className={styles.keys} aria-hidden="true">
              {item.keys}
            </span>
          )}
          {item.checked === true && (
            <span className={styles.check}>
              <Check />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function itemsOf(menu: Element): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')];
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  let next = steps[event.key];
  if (next === undefined && event.key.length === 1 && /\S/.test(event.key)) {
    const ordered = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const found = ordered.find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()));
    if (found !== undefined) next = items.indexOf(found);
  }
  if (next === undefined) return;
  event.preventDefault();
  items[next % items.length]?.focus();
}
