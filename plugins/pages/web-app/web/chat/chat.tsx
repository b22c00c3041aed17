import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton, lazyModule, useMedia, useOnChange } from '#plugins/ui/web/contract.ts';
import { MessageSquarePlus, PanelLeft } from '#plugins/ui/web/icons.tsx';
import { BesideContext, DrawsDiagramsContext, LinkPolicyContext } from '#plugins/ui/web/markdown/contract.tsx';
import type { AppSession } from '#plugins/web-app/web/shell/app-session.ts';
import { PageHeader } from '#plugins/web-app/web/shell/page-header.tsx';
import type { Beside } from './beside.ts';
import { shownBranch } from './branches.ts';
import type { ChatApi, ChatParameters } from './chat-api.ts';
import { type ChatContents, ChatContext } from './chat-context.ts';
import type { ChatMemory } from './chat-memory.ts';
import styles from './chat-page.module.css';
import { Composer, type ComposerHandle } from './composer.tsx';
import { ConversationList } from './conversation-list.ts';
import { FIRST } from './first.ts';
import { Opening, type OpeningHandle } from './opening.tsx';
import { chatTexts } from './texts/en.ts';
import { fieldOf, type ThreadEvents } from './thread.ts';
import { ThreadView } from './thread-view.tsx';
import { type Turn, uploadedFile } from './turn.ts';
import { goToConversation, useAddressConversation } from './use-address-conversation.ts';
import { useQueue } from './use-queue.ts';
import { useLastConversation } from './use-resumed-conversation.ts';
import { useStopKey } from './use-stop-key.ts';
import { useThread } from './use-thread.ts';

const panelPart = lazyModule(() => import('./conversation-panel.tsx'));
const besidePart = lazyModule(() => import('./beside-panel.tsx'));
const queuePart = lazyModule(() => import('./queue-view.tsx'));

export interface ChatProps {
  readonly session: AppSession;
  readonly chat: ChatApi;
  readonly memory: ChatMemory;
  readonly parameters: ChatParameters;
}

/** The page of a chat: conversations at its side, the one that is open, and where one writes. */
export function Chat({ session, chat, memory, parameters }: ChatProps) {
  const { site, link, isEmbedded } = session;
  const { mode } = session.app;
  const isMember = session.visitorId.startsWith('member:');
  const t = chatTexts();
  const isWide = useMedia('(min-width: 900px)') && !isEmbedded;
  const [isPanelOpen, openPanel] = useState(false);
  const [said, announce] = useState('');
  const [round, setRound] = useState(0);
  const conversationId = useAddressConversation();
  const list = useMemo(() => new ConversationList(chat, memory), [chat, memory]);
  const composer = useRef<ComposerHandle>(null);
  const opening = useRef<OpeningHandle>(null);
  const page = useVisibleHeight();

  const refreshList = useCallback(() => void list.load(), [list]);
  const events: ThreadEvents = {
    begun(id, isNew) {
      if (isNew) {
        memory.queue.move('', id);
        composer.current?.begun(id);
        goToConversation(id, { replace: true });
      }
      announce(t.answering);
      refreshList();
      memory.tell('');
    },
    finished(turn) {
      memory.keepLast(turn.conversationId);
      announce(turn.error === null ? `${t.answered(site.title)}: ${turn.answer.slice(0, 400)}` : t.failed);
      link?.tell({ type: 'answer-finished', conversation_id: turn.conversationId, message_id: turn.id });
      // Names come a moment after the first answer.
      for (const pause of [1_500, 6_000]) setTimeout(refreshList, pause);
    },
    refused(question, error) {
      link?.tell({ type: 'error', code: error.code, message: error.message });
      const field = fieldOf(error);
      if (error.code !== 'invalid_param' || opening.current?.blame(field, error.message) !== true) return false;
      composer.current?.put(question);
      return true;
    },
  };
  const thread = useThread(conversationId, round, { mode, chat, memory, events });
  const state = useSyncExternalStore(thread.subscribe, thread.snapshot);
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(new Map());
  const branch = useMemo(() => shownBranch(state.turns, chosen), [state.turns, chosen]);
  const last = branch.at(-1)?.turn;
  const lastState = useSyncExternalStore(last?.subscribe ?? nothing, last?.snapshot ?? nobody);
  const isRunning = lastState !== null && ['sending', 'running', 'waiting'].includes(lastState.status);

  useEffect(() => {
    refreshList();
    return memory.hear((id) => id === '' && refreshList());
  }, [refreshList, memory]);

  const startNew = useCallback(() => {
    memory.keepLast('');
    goToConversation('');
    setRound((before) => before + 1);
    openPanel(false);
    composer.current?.focus();
  }, [memory]);
  useLastConversation(memory, state, startNew);

  /** Sends what was written; false: something is to be filled in first. */
  const ask = (
    query: string,
    files: ComposerFiles = noFiles,
    { parentId = null, key, tries = 0 }: AskOptions = {},
  ): boolean => {
    const isNew = state.conversationId === '' && state.turns.length === 0;
    const inputs = isNew ? (opening.current === null ? {} : opening.current.inputs()) : {};
    if (inputs === null) return false;
    // Further messages follow what is shown, also where something newer was asked in its place.
    const newest = state.turns.at(-1);
    const follows = parentId ?? (last === newest || last === undefined ? null : last.state.id);
    choose(withoutNewest(chosen, follows, state.turns));
    thread.ask({ query, inputs, files: files.sent, shownFiles: files.shown, parentId: follows, key, tries });
    link?.tell({ type: 'message', text: query, conversation_id: state.conversationId });
    return true;
  };
  const askAnew = (turn: Turn, query: string, tries = 0) => {
    const at = branch.findIndex((each) => each.turn === turn);
    const parentId = branch[at - 1]?.turn.state.id ?? FIRST;
    const sent = turn.state.files.map(({ id, type }) => uploadedFile(id, type));
    ask(query, { sent, shown: turn.state.files }, { parentId, tries });
  };
  const waiting = useQueue({
    queue: memory.queue,
    thread,
    state,
    last,
    status: lastState?.status,
    send: ({ query, sent, shown, key }) => ask(query, { sent, shown }, { key }),
  });
  const queue = queuePart.use(waiting.messages.length > 0);
  /** At once, or when the answer that comes has ended. */
  const submit = (query: string, files: ComposerFiles = noFiles): boolean => {
    if (!isRunning) return ask(query, files);
    memory.queue.add(state.conversationId, { query, ...files });
    announce(t.isQueued);
    return true;
  };
  const stop = () => {
    if (last !== undefined) thread.stop(last);
    // The button that was pressed is gone.
    composer.current?.focus();
  };
  // A form that waits has fields of its own: Escape in one of them is no wish to end the run.
  useStopKey(isRunning && lastState?.status !== 'waiting', stop);
  useOrders(session, {
    ask: submit,
    startNew,
    focus: () => composer.current?.focus(),
    fill: (inputs) => opening.current?.fill(inputs),
  });

  const policy = useMemo(
    () => ({
      allowedHosts: site.allowed_hosts,
      ownOrigins: [location.origin, new URL(chat.api.url, location.href).origin],
    }),
    [site, chat],
  );
  const [beside, openBeside] = useState<Beside | null>(null);
  const aside = besidePart.use(beside !== null);
  // It is of the conversation that is shown.
  useOnChange(state.conversationId, () => openBeside(null));
  const openCode = useCallback((text: string, language: string) => openBeside({ kind: 'code', text, language }), []);
  const contents = useMemo<ChatContents>(
    () => ({ chat, site, parameters, mode, isMember, announce, openBeside, reload: () => void thread.load() }),
    [chat, site, parameters, mode, isMember, thread],
  );
  const part = panelPart.use(isWide || isPanelOpen);
  const panel =
    part === null ? (
      isWide && <div className={styles.panel} />
    ) : (
      <part.ConversationPanel
        list={list}
        current={state.conversationId}
        asDialog={!isWide}
        hasAddresses={!isEmbedded}
        isOpen={isPanelOpen}
        onClose={() => openPanel(false)}
        onOpen={(id) => {
          goToConversation(id);
          openPanel(false);
        }}
        onNew={startNew}
      />
    );
  return (
    <ChatContext value={contents}>
      <LinkPolicyContext value={policy}>
        <BesideContext value={openCode}>
          <DrawsDiagramsContext value={site.draw_diagrams}>
            <div ref={page} className={styles.page}>
              {panel}
              <div className={styles.column}>
                <PageHeader
                  site={site}
                  link={link}
                  start={
                    !isWide && (
                      <IconButton label={t.openConversations} onClick={() => openPanel(true)}>
                        <PanelLeft />
                      </IconButton>
                    )
                  }
                  end={
                    !isWide && (
                      <IconButton label={t.newConversation} onClick={startNew}>
                        <MessageSquarePlus />
                      </IconButton>
                    )
                  }
                />
                <ThreadView
                  thread={thread}
                  state={state}
                  branch={branch}
                  isRunning={isRunning}
                  onAsk={(query) => ask(query)}
                  onAskAnew={askAnew}
                  onChoose={(parent, key) => choose(new Map(chosen).set(parent, key))}
                  onNew={startNew}
                  opening={
                    <Opening
                      key={`${state.turns.length === 0}`}
                      handle={opening}
                      list={list}
                      conversationId={state.conversationId}
                      isNew={state.conversationId === '' && state.turns.length === 0}
                      given={session.inputs}
                      onAsk={(query) => ask(query)}
                    />
                  }
                />
                {queue !== null && waiting.messages.length > 0 && (
                  <queue.QueueView waiting={waiting} onLeave={() => composer.current?.focus()} />
                )}
                <Composer
                  handle={composer}
                  memory={memory}
                  conversationId={state.conversationId}
                  isRunning={isRunning}
                  onStop={stop}
                  onSend={submit}
                />
              </div>
              {beside !== null && aside !== null && (
                <aside.BesidePanel
                  shown={beside}
                  isWide={isWide}
                  isRunning={isRunning}
                  onClose={() => openBeside(null)}
                />
              )}
              <div role="status" aria-live="polite" className="said">
                {said}
              </div>
            </div>
          </DrawsDiagramsContext>
        </BesideContext>
      </LinkPolicyContext>
    </ChatContext>
  );
}

export interface ComposerFiles {
  readonly sent: Parameters<import('./thread.ts').Thread['ask']>[0]['files'];
  readonly shown: Parameters<import('./thread.ts').Thread['ask']>[0]['shownFiles'];
}

interface AskOptions {
  /** The message it follows; null: the last that is shown. */
  readonly parentId?: string | null;
  readonly key?: string;
  /** How often it was tried by itself. */
  readonly tries?: number;
}

const noFiles: ComposerFiles = { sent: [], shown: [] };
const nothing = () => () => {};
const nobody = () => null;

/** What is asked next is shown, not the version that was chosen in its place. */
function withoutNewest(
  chosen: ReadonlyMap<string, string>,
  follows: string | null,
  turns: readonly Turn[],
): ReadonlyMap<string, string> {
  const parent = follows === null ? turns.at(-1) : turns.find(({ state }) => state.id === follows);
  const next = new Map(chosen);
  next.delete(parent?.key ?? FIRST);
  return next;
}

interface Orders {
  ask(query: string): boolean;
  startNew(): void;
  focus(): void;
  fill(inputs: Readonly<Record<string, unknown>>): void;
}

/** What the site around asks the page to do. */
function useOrders({ link, identify }: AppSession, orders: Orders): void {
  const latest = useRef(orders);
  latest.current = orders;
  useEffect(
    () =>
      link?.onOrder((order) => {
        const { ask, startNew, focus, fill } = latest.current;
        if (order.type === 'send') ask(order.text);
        else if (order.type === 'new-conversation') startNew();
        else if (order.type === 'open') focus();
        else if (order.type === 'inputs') fill(order.inputs);
        else if (order.type === 'identify') identify(order.visitor);
      }),
    [link, identify],
  );
}

/** Keyboards of phones lie over the page where the browser doesn't make it smaller: it becomes as high as what one sees. */
function useVisibleHeight() {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const visible = window.visualViewport;
    if (visible === null) return;
    const fit = () => {
      const isCovered = window.innerHeight - visible.height * visible.scale > 80 && visible.scale === 1;
      page.current?.style.setProperty('max-block-size', isCovered ? `${visible.height}px` : 'none');
    };
    visible.addEventListener('resize', fit);
    return () => visible.removeEventListener('resize', fit);
  }, []);
  return page;
}
