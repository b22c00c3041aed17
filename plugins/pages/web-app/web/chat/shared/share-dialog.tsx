import { useEffect, useState } from 'react';
import { ApiError, Button, Dialog, Notice, pageLanguage, TextField, toast } from '#plugins/ui/web/contract.ts';
import type { ChatApi, ConversationItem, Share } from '#plugins/web-app/web/chat/chat-api.ts';
import { useChat } from '#plugins/web-app/web/chat/chat-context.ts';
import { chatTexts } from '#plugins/web-app/web/chat/texts/en.ts';
import { copyText } from '#plugins/web-app/web/workflow/save-file.ts';
import styles from './share-dialog.module.css';

interface ShareProps {
  readonly item: ConversationItem;
  readonly chat: ChatApi;
  onClose(): void;
}

/** Makes a link to a conversation, and takes links back: of this one, and of all others of the visitor. */
export function ShareDialog({ item, chat, onClose }: ShareProps) {
  const { site } = useChat();
  const t = chatTexts();
  const [shares, setShares] = useState<readonly Share[]>([]);
  const [link, setLink] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  // Why the server refuses (nobody could read it, too many links) is something to act on.
  const failed = (failure: unknown) => setError(failure instanceof ApiError ? failure.message : t.shareFailed);
  useEffect(() => {
    chat.shares().then(
      ({ data }) => setShares(data),
      () => setError(chatTexts().shareFailed),
    );
  }, [chat]);
  const share = async () => {
    setBusy(true);
    setError('');
    try {
      const made = await chat.share(item.id);
      setLink(made.url);
      setShares((before) => [made, ...before]);
    } catch (failure) {
      failed(failure);
    }
    setBusy(false);
  };
  const revoke = async ({ id }: Share) => {
    try {
      await chat.revoke(id);
      setShares((before) => before.filter((each) => each.id !== id));
      setLink('');
      toast(t.linkRevoked);
    } catch (failure) {
      failed(failure);
    }
  };
  const copy = async () => toast((await copyText(link)) ? t.copied : t.notCopied);
  const own = shares.filter(({ conversation_id: id }) => id === item.id);
  const others = shares.filter(({ conversation_id: id }) => id !== item.id);
  return (
    <Dialog open title={t.shareOf} onClose={onClose}>
      <p className={styles.name} dir="auto">
        {item.name}
      </p>
      <p className={styles.about}>
        {t.shareAbout[site.entry]} {t.shareExtent}
      </p>
      {error !== '' && <Notice>{error}</Notice>}
      {link === '' ? (
        <Button variant="primary" busy={isBusy} onClick={() => void share()}>
          {t.createLink}
        </Button>
      ) : (
        <div className={styles.link}>
          <TextField label={t.link} value={link} readOnly dir="ltr" onFocus={(event) => event.currentTarget.select()} />
          <Button onClick={() => void copy()}>{t.copy}</Button>
        </div>
      )}
      <Links title={t.linksHere} shares={own} onRevoke={(each) => void revoke(each)} />
      <Links title={t.linksElsewhere} shares={others} hasNames onRevoke={(each) => void revoke(each)} />
    </Dialog>
  );
}

interface LinksProps {
  readonly title: string;
  readonly shares: readonly Share[];
  readonly hasNames?: boolean;
  onRevoke(share: Share): void;
}

function Links({ title, shares, hasNames = false, onRevoke }: LinksProps) {
  const t = chatTexts();
  if (shares.length === 0) return null;
  const times = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section className={styles.links}>
      <h3>{title}</h3>
      <ul>
        {shares.map((share) => {
          const at = times.format(share.created_at * 1000);
          return (
            <li key={share.id}>
              <span dir="auto">{hasNames ? `${share.name} · ${at}` : at}</span>
              <Button small aria-label={t.revokeLink(at)} onClick={() => onRevoke(share)}>
                {t.revoke}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
