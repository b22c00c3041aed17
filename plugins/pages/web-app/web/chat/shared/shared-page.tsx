import { type ReactNode, useMemo } from 'react';
import { ApiError, Button, EmptyState, LinkButton, Loading, pageLanguage } from '#plugins/ui/web/contract.ts';
import { LinkPolicyContext, Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { shownBranch } from '#plugins/web-app/web/chat/branches.ts';
import { ChatApi, type SharedConversation, type SharedMessage } from '#plugins/web-app/web/chat/chat-api.ts';
import { chatTexts } from '#plugins/web-app/web/chat/texts/en.ts';
import { Turn } from '#plugins/web-app/web/chat/turn.ts';
import type { AppSession } from '#plugins/web-app/web/shell/app-session.ts';
import { PageHeader } from '#plugins/web-app/web/shell/page-header.tsx';
import { useLoaded } from '#plugins/web-app/web/shell/use-loaded.ts';
import styles from './shared-page.module.css';

interface SharedProps {
  readonly session: AppSession;
  readonly token: string;
}

/** A conversation that somebody has shared: to be read, as it was then. */
export function SharedPage({ session, token }: SharedProps) {
  const { site, link } = session;
  const t = chatTexts();
  const chat = useMemo(() => new ChatApi(session.api), [session.api]);
  const loaded = useLoaded(() => readAll(chat, token));
  const isGone = loaded.error instanceof ApiError && loaded.error.status === 404;
  const own = <LinkButton href={location.pathname.replace(/\/shared\/.*$/, '/c/new')}>{t.askYourself}</LinkButton>;
  return (
    <>
      <PageHeader site={site} link={link} />
      <main className={styles.page}>
        {loaded.value !== undefined ? (
          <Conversation session={session} conversation={loaded.value}>
            {own}
          </Conversation>
        ) : loaded.error === undefined ? (
          <Loading label={t.loading} />
        ) : isGone ? (
          <EmptyState title={t.sharedGone} about={t.sharedGoneAbout} action={own} />
        ) : (
          <EmptyState title={t.loadFailed} action={<Button onClick={loaded.again}>{t.tryAgain}</Button>} />
        )}
      </main>
    </>
  );
}

interface ConversationProps {
  readonly session: AppSession;
  readonly conversation: SharedConversation;
  readonly children: ReactNode;
}

function Conversation({ session: { site, api }, conversation, children }: ConversationProps) {
  const t = chatTexts();
  const policy = useMemo(
    () => ({
      allowedHosts: site.allowed_hosts,
      ownOrigins: [location.origin, new URL(api.url, location.href).origin],
    }),
    [site, api],
  );
  const at = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'long' }).format(conversation.created_at * 1000);
  return (
    <LinkPolicyContext value={policy}>
      <div className={styles.head}>
        <h2 dir="auto">{conversation.name}</h2>
        <p>{t.sharedOn(at)}</p>
      </div>
      {conversation.introduction !== '' && <Markdown text={conversation.introduction} />}
      {branchOf(conversation.data).map((message) => (
        <article key={message.id} className={styles.turn}>
          <h3 className="said">{t.asked}</h3>
          <p className={styles.question} dir="auto">
            {message.query}
          </p>
          <h3 className="said">{t.answered(site.title)}</h3>
          <Markdown text={message.answer} />
          {message.file_count > 0 && <p className={styles.files}>{t.filesNotShared(message.file_count)}</p>}
        </article>
      ))}
      <div className={styles.foot}>{children}</div>
    </LinkPolicyContext>
  );
}

/** All of it: nobody scrolls to what is not there yet in something that is only read. */
async function readAll(chat: ChatApi, token: string): Promise<SharedConversation> {
  const newest = await chat.shared(token);
  let { data, has_more: hasMore } = newest;
  while (hasMore && data[0] !== undefined) {
    const page = await chat.shared(token, data[0].id);
    data = [...page.data, ...data];
    hasMore = page.has_more;
  }
  return { ...newest, data };
}

/** Of what was asked again, the newest. */
function branchOf(messages: readonly SharedMessage[]): readonly SharedMessage[] {
  const turns = messages.map(({ id, parent_message_id: parentId }) => new Turn(id, { id, parentId }));
  const shown = new Set(shownBranch(turns, new Map()).map(({ turn }) => turn.state.id));
  return messages.filter(({ id }) => shown.has(id));
}
