import { useEffect, useMemo } from 'react';
import { Button, EmptyState, Loading } from '#plugins/ui/web/contract.ts';
import { type AppSession, storageKey } from '#plugins/web-app/web/shell/app-session.ts';
import { PageHeader } from '#plugins/web-app/web/shell/page-header.tsx';
import { useLoaded } from '#plugins/web-app/web/shell/use-loaded.ts';
import { Chat } from './chat.tsx';
import { ChatApi } from './chat-api.ts';
import { ChatMemory } from './chat-memory.ts';
import styles from './chat-page.module.css';
import { chatTexts } from './texts/en.ts';
import { useResumption } from './use-resumed-conversation.ts';

/** Conversations with an app. */
export function ChatPage({ session }: { readonly session: AppSession }) {
  const t = chatTexts();
  const chat = useMemo(() => new ChatApi(session.api), [session.api]);
  const memory = useMemo(() => new ChatMemory(storageKey(session, 'chat')), [session]);
  useEffect(() => () => memory.close(), [memory]);
  useResumption(session, memory);
  const parameters = useLoaded((signal) => chat.parameters(signal));
  if (parameters.value !== undefined) {
    return <Chat session={session} chat={chat} memory={memory} parameters={parameters.value} />;
  }
  return (
    <>
      <PageHeader site={session.site} link={session.link} />
      <main className={styles.alone}>
        {parameters.error === undefined ? (
          <Loading label={t.loading} />
        ) : (
          <EmptyState title={t.loadFailed} action={<Button onClick={parameters.again}>{t.tryAgain}</Button>} />
        )}
      </main>
    </>
  );
}
