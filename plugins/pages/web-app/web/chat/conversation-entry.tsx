import { Fragment, type ReactNode } from 'react';
import { classes, Menu } from '#plugins/ui/web/contract.ts';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  Pencil,
  Pin,
  PinOff,
  Share,
  Trash,
} from '#plugins/ui/web/icons.tsx';
import type { Excerpt as FoundExcerpt } from './chat-api.ts';
import type { ListedConversation } from './conversation-list.ts';
import styles from './conversation-panel.module.css';
import { chatTexts } from './texts/en.ts';
import { onPlainClick } from './use-address-conversation.ts';

interface ItemProps {
  readonly item: ListedConversation;
  readonly isCurrent: boolean;
  /** null: it is opened here alone. */
  readonly address: string | null;
  onOpen(): void;
  onRename(): void;
  onPin(): void;
  onArchive(): void;
  onExport(): void;
  /** undefined: conversations of this app are not shared. */
  readonly onShare: (() => void) | undefined;
  onRemove(): void;
}

/** A conversation in a list, and what can be done with it. */
export function ConversationEntry({
  item,
  isCurrent,
  address,
  onOpen,
  onRename,
  onPin,
  onArchive,
  onExport,
  onShare,
  onRemove,
}: ItemProps) {
  const t = chatTexts();
  const isPinned = item.pinned === true;
  const isArchived = item.archived === true;
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
          ...(onShare === undefined ? [] : [{ label: t.share, icon: <Share />, onSelect: onShare }]),
          { label: t.exportIt, icon: <Download />, onSelect: onExport },
          {
            label: isArchived ? t.unarchive : t.archive,
            icon: isArchived ? <ArchiveRestore /> : <Archive />,
            onSelect: onArchive,
          },
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
