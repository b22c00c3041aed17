import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { ConversationValues } from '#plugins/drafts/web/app-panel/conversation-values.tsx';
import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping, valueAt } from '#plugins/drafts/web/document/operations.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { useDraftDrive } from '#plugins/drafts/web/run/draft-drive.ts';
import { draftUploads } from '#plugins/drafts/web/run/draft-uploads.ts';
import { keptValues, useKeptValues } from '#plugins/drafts/web/run/kept-values.ts';
import { PinnedNotice } from '#plugins/drafts/web/run/pinned-notice.tsx';
import { uploadLimits } from '#plugins/drafts/web/run/upload-limits.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { Button, classes, IconButton, Muted, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { ArrowUp, Cross, MessageSquarePlus, Square } from '#plugins/ui/web/icons.tsx';
import { InputForm, type InputFormState, readFields, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import { DraftRecorder } from './draft-voice.tsx';
import { FollowUps, Questions } from './follow-ups.tsx';
import { keepAway, takeAway } from './kept-away.ts';
import { keptConversations } from './kept-conversations.ts';
import { PreviewStore, type Turn } from './preview-store.ts';
import { TurnView } from './turn-view.tsx';

/** Names of inputs have no dots. */
const attached = 'sys.files';

/** The draft as its users would have it, beside what is set. */
export function Preview({ isShown, onClose }: { readonly isShown: boolean; onClose?(): void }) {
  const { appId, mode, runs } = useEditor();
  const config = useConfig();
  // What a graph tells is shown on its canvas, too.
  const isDrawn = mode === 'advanced-chat';
  // Back from a picker: the page is another one, and the conversation the same.
  const [away] = useState(() => takeAway(appId));
  const store = useMemo(() => {
    const kept = keptConversations.get(appId) ?? away?.conversation;
    return new PreviewStore(appId, isDrawn ? (body) => runs.stream(body) : undefined, kept);
  }, [appId, isDrawn, runs, away]);
  useEffect(() => {
    const kept = keptConversations.get(appId);
    if (kept !== undefined) runs.takeConversation(kept.variables);
    return () => {
      keptConversations.set(appId, { ...store.kept(), variables: runs.node('conversation') });
      store.close();
    };
  }, [appId, store, runs]);
  const inputs = config.inputs === null ? [] : valueAt(config.tree, config.inputs.path);
  const form = formOf(inputs, config.at('file_upload'));
  const given = useRef(keptValues(appId));
  // Another form begins with what was sent last.
  const [query, setQuery] = useState(away?.query ?? '');
  return <PreviewBody key={form} form={form} {...{ store, given: given.current, query, setQuery, isShown, onClose }} />;
}

/** The form as JSON text: it is the same for as long as nothing of it changes. */
function formOf(inputs: unknown, upload: unknown): string {
  const t = configurationTexts();
  const { image, ...rules } = isMapping(upload) ? upload : {};
  const older = isMapping(image) ? image : {};
  const isOld = typeof rules.enabled !== 'boolean' && older.enabled === true;
  const files = {
    variable: attached,
    label: t.files,
    max_length: rules.number_limits ?? older.number_limits ?? 3,
    allowed_file_types: isOld ? ['image'] : rules.allowed_file_types,
    allowed_file_extensions: rules.allowed_file_extensions ?? [],
    allowed_file_upload_methods:
      list(rules.allowed_file_upload_methods).length > 0
        ? rules.allowed_file_upload_methods
        : ['local_file', 'remote_url'],
  };
  // Start nodes have the kind of an input beside its rules.
  const keyed = list(inputs).map((entry) =>
    isMapping(entry) && typeof entry.type === 'string' && typeof entry.variable === 'string'
      ? { [entry.type]: entry }
      : entry,
  );
  return JSON.stringify([...keyed, ...(rules.enabled === true || isOld ? [{ 'file-list': files }] : [])]);
}

interface BodyProps {
  readonly form: string;
  readonly store: PreviewStore;
  /** What was sent last, kept over changes of the form. */
  readonly given: Record<string, unknown>;
  /** What is written and not sent. */
  readonly query: string;
  readonly setQuery: Dispatch<SetStateAction<string>>;
  readonly isShown: boolean;
  readonly onClose?: (() => void) | undefined;
}

function PreviewBody({ form: json, store, given, query, setQuery, isShown, onClose }: BodyProps) {
  const t = configurationTexts();
  const { appId, mode, store: draft, runs } = useEditor();
  const isDrawn = mode === 'advanced-chat';
  const config = useConfig();
  const { turns, isRunning } = useSyncExternalStore(store.subscribe, () => store.state);
  const fields = useMemo(() => readFields(JSON.parse(json) as unknown), [json]);
  const drive = useDraftDrive({
    ...{ appId, form: 'preview', when: fields.some(({ kind }) => kind === 'file' || kind === 'file-list') },
    async leaving() {
      keepAway(appId, { query, conversation: store.kept() });
      return await draft.flush();
    },
  });
  const form = useInputForm({
    fields,
    limits: uploadLimits,
    given,
    uploads: useMemo(() => draftUploads(appId, drive), [appId, drive]),
  });
  useKeptValues(appId, form);
  const isChat = mode !== 'completion';
  const scroll = useRef<HTMLElement>(null);
  const whole = useRef<HTMLElement>(null);
  // Beside a canvas it is opened to be written in.
  useEffect(() => {
    if (isDrawn && isShown) whole.current?.querySelector<HTMLElement>('textarea[data-run]')?.focus();
  }, [isDrawn, isShown]);
  const last = turns.at(-1);
  useOnChange(`${last?.id} ${last?.status} ${last?.answer}`, () => {
    // What is to be filled in first is seen first.
    if (last === undefined) return;
    scroll.current?.scrollTo({ top: scroll.current.scrollHeight });
  });
  const isSending = useRef(false);
  const again = async (turn: Turn) => {
    if (!(await draft.flush())) return toast(t.notSaved);
    await store.again(turn, isChat);
  };
  const send = async (query: string): Promise<boolean> => {
    if (isSending.current) return false;
    const filled = form.submit();
    if (filled === null || isRunning) return false;
    const { [attached]: files, ...inputs } = filled;
    Object.assign(given, inputs);
    isSending.current = true;
    const isSaved = await draft.flush().finally(() => {
      isSending.current = false;
    });
    if (!isSaved) {
      toast(t.notSaved);
      return false;
    }
    // Files go with one message; what is filled in stays.
    if (isChat && files !== undefined) form.set(attached, []);
    void store.ask({ query, inputs, files: list(files).filter(isMapping) }, isChat);
    return true;
  };
  // What could not be sent waits where messages are written.
  const sendOrKeep = async (question: string) => {
    if (!(await send(question))) setQuery(question);
  };
  const stop = () => void store.stop().catch((error) => toast(errorText(error)));
  const restart = () => {
    store.clear();
    if (isDrawn) runs.forgetConversation();
  };
  const opening = text(config.at('opening_statement'));
  const questions = list(config.at('suggested_questions'))
    .map(text)
    .filter((question) => question.trim() !== '');
  return (
    <section
      ref={whole}
      className={classes(styles.preview, isDrawn && styles.docked)}
      aria-label={t.preview}
      data-shown={isShown}
      hidden={isDrawn && !isShown}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || onClose === undefined) return;
        event.preventDefault();
        onClose();
      }}
    >
      <Head onRestart={isChat ? restart : undefined} isNew={turns.length === 0} onClose={onClose} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.thread} ref={scroll} tabIndex={0} aria-label={t.messages}>
        {(fields.length > 0 || !isChat) && (
          <Inputs form={form} isFolded={isChat && turns.length > 0}>
            <InputForm form={form} disabled={isRunning} label={t.inputs} onSubmit={() => !isChat && void send('')}>
              {isChat ? null : (
                <div className={styles.buttons}>
                  <Button type="submit" variant="primary" busy={isRunning} data-run>
                    {t.run}
                  </Button>
                  {isRunning && <Button onClick={stop}>{t.stop}</Button>}
                </div>
              )}
            </InputForm>
          </Inputs>
        )}
        {isDrawn && <PinnedNotice />}
        {isChat && opening !== '' && (
          <div className={styles.answer} dir="auto">
            {opening}
          </div>
        )}
        {turns.length === 0 && (
          <>
            {isChat && <Questions questions={questions} onAsk={(question) => void sendOrKeep(question)} />}
            {(opening === '' || !isChat) && <Muted small>{isChat ? t.emptyChat : t.emptyText}</Muted>}
          </>
        )}
        <Turns {...{ turns, isChat }} isBusy={isRunning} onAgain={(turn) => void again(turn)} />
        {isChat && !isRunning && <FollowUps turn={last} onAsk={(question) => void sendOrKeep(question)} />}
      </section>
      {isDrawn && <ConversationValues />}
      {isChat && <Composer {...{ query, setQuery, isRunning }} onSend={send} onStop={stop} />}
    </section>
  );
}

interface TurnsProps {
  readonly turns: readonly Turn[];
  readonly isChat: boolean;
  readonly isBusy: boolean;
  onAgain(turn: Turn): void;
}

function Turns({ turns, onAgain, ...shown }: TurnsProps) {
  return (
    <ul className={styles.turns} aria-live="polite">
      {turns.map((turn) => (
        <TurnView key={turn.id} {...shown} turn={turn} isLast={turn === turns.at(-1)} onAgain={() => onAgain(turn)} />
      ))}
    </ul>
  );
}

interface HeadProps {
  readonly isNew: boolean;
  readonly onRestart?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}

function Head({ isNew, onRestart, onClose }: HeadProps) {
  const t = configurationTexts();
  return (
    <header className={styles['preview-head']}>
      <h2 className={styles.grow}>{t.preview}</h2>
      {onRestart !== undefined && (
        <IconButton small label={t.newConversation} disabled={isNew} onClick={onRestart}>
          <MessageSquarePlus />
        </IconButton>
      )}
      {onClose !== undefined && (
        <IconButton small label={buildTexts().close} onClick={onClose}>
          <Cross />
        </IconButton>
      )}
    </header>
  );
}

interface InputsProps {
  readonly form: InputFormState;
  readonly isFolded: boolean;
  readonly children: ReactNode;
}

/** What is filled in; one line of it once the conversation has begun. */
function Inputs({ form, isFolded, children }: InputsProps) {
  const t = configurationTexts();
  const [isOpen, setOpen] = useState(!isFolded);
  useOnChange(isFolded, (folds) => setOpen(!folds));
  // What is wrong in it is to be seen.
  useOnChange(form.complaints, (count) => {
    if (count > 0) setOpen(true);
  });
  const given = form.fields.flatMap(({ name, label, hidden }) => {
    const value = form.values[name];
    if (hidden || value === undefined || value === '' || value === false) return [];
    if (typeof value === 'object') return value.map((file) => file.name);
    return [value === true ? label : `${label}: ${value}`];
  });
  return (
    <details
      className={styles.filled}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      data-folds={isFolded}
    >
      <summary dir="auto">{given.join(' · ') || t.inputs}</summary>
      {children}
    </details>
  );
}

interface ComposerProps {
  readonly query: string;
  setQuery: Dispatch<SetStateAction<string>>;
  readonly isRunning: boolean;
  /** False: something is to be filled in first, or what is set could not be saved; the message stays. */
  onSend(query: string): Promise<boolean>;
  onStop(): void;
}

function Composer({ query, setQuery, isRunning, onSend, onStop }: ComposerProps) {
  const t = configurationTexts();
  const submit = async () => {
    if (query.trim() === '' || isRunning || !(await onSend(query))) return;
    // What was typed since is the next message.
    setQuery((now) => (now === query ? '' : now));
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        aria-label={t.message}
        dir="auto"
        rows={2}
        data-run
        placeholder={t.messagePlaceholder}
        value={query}
        onInput={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <DraftRecorder onText={(said) => setQuery((now) => (now === '' ? said : `${now.trimEnd()} ${said}`))} />
      {isRunning ? (
        <IconButton label={t.stop} onClick={onStop}>
          <Square />
        </IconButton>
      ) : (
        <IconButton label={t.send} type="submit" disabled={query.trim() === ''}>
          <ArrowUp />
        </IconButton>
      )}
    </form>
  );
}
