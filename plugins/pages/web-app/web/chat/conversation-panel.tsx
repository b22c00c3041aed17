import { Fragment, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import {
  Button,
  Dialog,
  LinkButton,
  lazyModule,
  pageLanguage,
  Spinner,
  TextField,
  toast,
} from '#plugins/ui/web/contract.ts';
import { Archive, ArrowLeft, MessageSquarePlus } from '#plugins/ui/web/icons.tsx';
import type { ConversationItem } from './chat-api.ts';
import { useChat } from './chat-context.ts';
import { ConversationEntry } from './conversation-entry.tsx';
import type { ConversationList, ListedConversation } from './conversation-list.ts';
import styles from './conversation-panel.module.css';
import { groupsByDay } from './groups-by-day.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { chatTexts } from './texts/en.ts';
import { addressOfConversation, NEW, onPlainClick } from './use-address-conversation.ts';

const sharePart = lazyModule(() => import('./shared/share-dialog.tsx'));
const exportPart = lazyModule(() => import('./export/export-dialog.tsx'));

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

function Content(props: PanelProps) {
  const { list, current, onNew } = props;
  const t = chatTexts();
  const { search, isArchive } = useSyncExternalStore(list.subscribe, list.snapshot);
  const [renamed, rename] = useState<ConversationItem | null>(null);
  const [exported, setExported] = useState<ConversationItem | null>(null);
  const [shared, setShared] = useState<ConversationItem | null>(null);
  const { chat } = useChat();
  const sharing = sharePart.use(shared !== null);
  const exporting = exportPart.use(exported !== null);
  /** What is put away or deleted leaves the page, too. */
  const leave = (item: ConversationItem) => item.id === current && onNew();
  return (
    <div className={styles.content}>
      <NewConversation {...props} />
      <SearchField value={search} onSearch={(words) => void list.load(words)} />
      <div className={styles.lists}>
        {isArchive && search === '' && <h2>{t.archivedConversations}</h2>}
        <Lists {...props} onLeave={leave} onRename={rename} onExport={setExported} onShare={setShared} />
      </div>
      {search === '' && (
        <Button small variant="quiet" className={styles.archive} onClick={() => void list.showArchive(!isArchive)}>
          {isArchive ? <ArrowLeft /> : <Archive />}
          {isArchive ? t.backToConversations : t.archivedConversations}
        </Button>
      )}
      {shared !== null && sharing !== null && (
        <sharing.ShareDialog item={shared} chat={chat} onClose={() => setShared(null)} />
      )}
      {exported !== null && exporting !== null && (
        <exporting.ExportDialog item={exported} chat={chat} onClose={() => setExported(null)} />
      )}
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

function NewConversation({ hasAddresses, onNew }: PanelProps) {
  const t = chatTexts();
  return hasAddresses ? (
    <LinkButton className={styles.fresh} href={addressOfConversation(NEW)} onClick={onPlainClick(onNew)}>
      <MessageSquarePlus />
      {t.newConversation}
    </LinkButton>
  ) : (
    <Button className={styles.fresh} onClick={onNew}>
      <MessageSquarePlus />
      {t.newConversation}
    </Button>
  );
}

interface ListsProps extends PanelProps {
  onLeave(item: ConversationItem): void;
  onRename(item: ConversationItem): void;
  onExport(item: ConversationItem): void;
  onShare(item: ConversationItem): void;
}

/** What is pinned, then by day; of a search what was found, as it came. */
function Lists({ list, current, hasAddresses, onOpen, onLeave, onRename, onExport, onShare }: ListsProps) {
  const { site } = useChat();
  const t = chatTexts();
  const { pinned, others, search, isArchive, hasMore, isLoading, error } = useSyncExternalStore(
    list.subscribe,
    list.snapshot,
  );
  const isEmpty = pinned.length === 0 && others.length === 0;
  const archive = (item: ConversationItem) => {
    const isArchived = item.archived !== true;
    void list.archive(item, isArchived);
    if (isArchived) onLeave(item);
    const undo = () => void list.archive({ ...item, archived: isArchived }, !isArchived);
    toast(isArchived ? t.archived : t.unarchived, { label: t.undo, run: undo });
  };
  const remove = (item: ConversationItem) => {
    const { undo } = list.remove(item);
    onLeave(item);
    toast(t.removed, { label: t.undo, run: undo });
  };
  const items = (shown: readonly ListedConversation[]) => (
    <ul>
      {shown.map((item) => (
        <ConversationEntry
          key={item.id}
          item={item}
          isCurrent={item.id === current}
          address={hasAddresses ? addressOfConversation(item.id) : null}
          onOpen={() => onOpen(item.id)}
          onRename={() => onRename(item)}
          onPin={() => void list.pin(item, item.pinned !== true)}
          onArchive={() => archive(item)}
          onExport={() => onExport(item)}
          onShare={site.share_conversations === false ? undefined : () => onShare(item)}
          onRemove={() => remove(item)}
        />
      ))}
    </ul>
  );
  if (isEmpty && error !== null) {
    return (
      <p className={styles.empty}>
        {t.listFailed}
        <Button small onClick={() => void list.load()}>
          {t.tryAgain}
        </Button>
      </p>
    );
  }
  if (isEmpty && !isLoading) {
    const nothing = search !== '' ? t.nothingFound : isArchive ? t.nothingArchived : t.noConversations;
    return <p className={styles.empty}>{nothing}</p>;
  }
  const groups = search === '' ? groupsByDay(others, pageLanguage()) : [];
  return (
    <>
      {pinned.length > 0 && <h2>{t.pinned}</h2>}
      {pinned.length > 0 && items(pinned)}
      {search !== '' && items(others)}
      {groups.map((group) => (
        <Fragment key={group.id}>
          <h2>{group.month ?? t.days[group.id]}</h2>
          {items(group.items)}
        </Fragment>
      ))}
      {hasMore && <More key={others.length} onShown={() => void list.loadMore()} />}
    </>
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
