import {
  type FormEvent,
  Fragment,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button, classes, Dialog, LinkButton, Menu, Spinner, TextField, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, MessageSquarePlus, Pencil, Pin, PinOff, Trash } from '#plugins/ui/web/icons.tsx';
import type { ConversationItem, Excerpt as FoundExcerpt } from './chat-api.ts';
import type { ConversationList, ListedConversation } from './conversation-list.ts';
import styles from './conversation-panel.module.css';
import { chatTexts } from './texts/en.ts';
import { addressOfConversation, NEW, onPlainClick } from './use-address-conversation.ts';

interface PanelProps {
  readonly list: ConversationList;
  /** Id of the conversation that is open; '': a new one. */
  readonly current: string;
  /** Over the page, where there is no room beside it. */
  readonly asDialog: boolean;
  /** Conversations can be opened in tabs of their own: not from a frame, whose visitor no other tab knows. */
  readonly hasAddresses: boolean;
  readonly isOpen: boolean;
  onClose(): void;
  onOpen(id: string): void;
  onNew(): void;
}

/** One's conversations, at the side of the page. */
export function ConversationPanel(props: PanelProps) {
  const t = chatTexts();
  if (props.asDialog) {
    return (
      <Dialog open={props.isOpen} title={t.conversations} shape="side" onClose={props.onClose}>
        <Content {...props} />
      </Dialog>
    );
  }
  return (
    <nav className={styles.panel} aria-label={t.conversations}>
      <Content {...props} />
    </nav>
  );
}

function Content({ list, current, hasAddresses, onOpen, onNew }: PanelProps) {
  const t = chatTexts();
  const { pinned, others, search, hasMore, isLoading, error } = useSyncExternalStore(list.subscribe, list.snapshot);
  const [renamed, rename] = useState<ConversationItem | null>(null);
  const isEmpty = pinned.length === 0 && others.length === 0;
  const remove = (item: ConversationItem) => {
    const { undo } = list.remove(item);
    if (item.id === current) onNew();
    toast(t.removed, { label: t.undo, run: undo });
  };
  const items = (shown: readonly ListedConversation[]) => (
    <ul>
      {shown.map((item) => (
        <Item
          key={item.id}
          item={item}
          isCurrent={item.id === current}
          address={hasAddresses ? addressOfConversation(item.id) : null}
          onOpen={() => onOpen(item.id)}
          onRename={() => rename(item)}
          onPin={() => void list.pin(item, item.pinned !== true)}
          onRemove={() => remove(item)}
        />
      ))}
    </ul>
  );
  return (
    <div className={styles.content}>
      {hasAddresses ? (
        <LinkButton className={styles.fresh} href={addressOfConversation(NEW)} onClick={onPlainClick(onNew)}>
          <MessageSquarePlus />
          {t.newConversation}
        </LinkButton>
      ) : (
        <Button className={styles.fresh} onClick={onNew}>
          <MessageSquarePlus />
          {t.newConversation}
        </Button>
      )}
      <SearchField value={search} onSearch={(words) => void list.load(words)} />
      <div className={styles.lists}>
        {pinned.length > 0 && <h2>{t.pinned}</h2>}
        {pinned.length > 0 && items(pinned)}
        {pinned.length > 0 && others.length > 0 && <h2>{t.recent}</h2>}
        {others.length > 0 && items(others)}
        {isEmpty && !isLoading && error === null && (
          <p className={styles.empty}>{search === '' ? t.noConversations : t.nothingFound}</p>
        )}
        {error !== null && isEmpty && (
          <p className={styles.empty}>
            {t.listFailed}
            <Button small onClick={() => void list.load()}>
              {t.tryAgain}
            </Button>
          </p>
        )}
        {hasMore && <More key={others.length} onShown={() => void list.loadMore()} />}
      </div>
      {renamed !== null && (
        <RenameDialog
          item={renamed}
          onClose={() => rename(null)}
          onSave={(name) => {
            rename(null);
            void list.rename(renamed.id, name);
          }}
        />
      )}
    </div>
  );
}

interface ItemProps {
  readonly item: ListedConversation;
  readonly isCurrent: boolean;
  /** null: it is opened here alone. */
  readonly address: string | null;
  onOpen(): void;
  onRename(): void;
  onPin(): void;
  onRemove(): void;
}

function Item({ item, isCurrent, address, onOpen, onRename, onPin, onRemove }: ItemProps) {
  const t = chatTexts();
  const isPinned = item.pinned === true;
  return (
    <li className={classes(styles.item, isCurrent && styles.isCurrent)}>
      <Open address={address} isCurrent={isCurrent} onOpen={onOpen}>
        <span dir="auto">{item.name}</span>
        {item.excerpt != null && <Excerpt {...item.excerpt} />}
      </Open>
      <Menu
        small
        label={t.actionsOf(item.name)}
        items={[
          { label: isPinned ? t.unpin : t.pin, icon: isPinned ? <PinOff /> : <Pin />, onSelect: onPin },
          { label: t.rename, icon: <Pencil />, onSelect: onRename },
          { label: t.remove, icon: <Trash />, danger: true, onSelect: onRemove },
        ]}
      >
        <Ellipsis width="16" height="16" />
      </Menu>
    </li>
  );
}

/** What was said around the words that were looked for: text, whatever stands in it. */
function Excerpt({ text, marks }: FoundExcerpt) {
  let at = 0;
  const parts = marks.map(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return (
      <Fragment key={start}>
        {before}
        <mark>{text.slice(start, end)}</mark>
      </Fragment>
    );
  });
  return (
    <small className={styles.excerpt} dir="auto">
      {parts}
      {text.slice(at)}
    </small>
  );
}

interface OpenProps extends Pick<ItemProps, 'address' | 'isCurrent' | 'onOpen'> {
  readonly children: ReactNode;
}

function Open({ address, isCurrent, onOpen, children }: OpenProps) {
  const common = { className: styles.open, 'aria-current': isCurrent ? ('page' as const) : undefined };
  return address === null ? (
    <button type="button" {...common} onClick={onOpen}>
      {children}
    </button>
  ) : (
    <a {...common} href={address} onClick={onPlainClick(onOpen)}>
      {children}
    </a>
  );
}

function SearchField({ value, onSearch }: { readonly value: string; onSearch(words: string): void }) {
  const t = chatTexts();
  const [words, setWords] = useState(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (words.trim() === value) return;
    const timer = setTimeout(() => search.current(words.trim()), 250);
    return () => clearTimeout(timer);
  }, [words, value]);
  return (
    <TextField
      type="search"
      label={t.searchConversations}
      labelHidden
      placeholder={t.searchConversations}
      value={words}
      maxLength={100}
      onChange={(event) => setWords(event.currentTarget.value)}
    />
  );
}

/** Loads more when it comes into sight. */
function More({ onShown }: { onShown(): void }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    if (place.current === null) return;
    const watch = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting === true && shown());
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.more}>
      <Spinner />
    </div>
  );
}

interface RenameProps {
  readonly item: ConversationItem;
  onSave(name: string): void;
  onClose(): void;
}

function RenameDialog({ item, onSave, onClose }: RenameProps) {
  const t = chatTexts();
  const [name, setName] = useState(item.name);
  const save = () => name.trim() !== '' && onSave(name.trim());
  return (
    <Dialog
      open
      title={t.rename}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" disabled={name.trim() === ''} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t.name}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
