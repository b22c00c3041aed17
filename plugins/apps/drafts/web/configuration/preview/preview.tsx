import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { isMapping } from '#plugins/drafts/web/document/operations.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { list, text } from '#plugins/drafts/web/fields/values.ts';
import { draftUploads } from '#plugins/drafts/web/run/draft-uploads.ts';
import { errorText } from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, Muted, toast, useOnChange } from '#plugins/ui/web/contract.ts';
import { ArrowUp, MessageSquarePlus, Square } from '#plugins/ui/web/icons.tsx';
import { InputForm, readFields, useInputForm } from '#plugins/ui/web/input-form/contract.ts';
import { PreviewStore, type Turn } from './preview-store.ts';
import { TurnView } from './turn-view.tsx';

const limits = {
  ...{ image_file_size_limit: 10, audio_file_size_limit: 50, video_file_size_limit: 100, file_size_limit: 15 },
  workflow_file_upload_limit: 10,
};
/** Names of inputs have no dots. */
const attached = 'sys.files';

/** The draft as its users would have it, beside what is set. */
export function Preview({ isShown }: { readonly isShown: boolean }) {
  const { appId } = useEditor();
  const config = useConfig();
  const store = useMemo(() => new PreviewStore(appId), [appId]);
  useEffect(() => () => store.close(), [store]);
  const form = formOf(config.at('user_input_form'), config.at('file_upload'));
  const given = useRef<Record<string, unknown>>({});
  // Another form begins with what was sent last.
  return <PreviewBody key={form} form={form} {...{ store, given: given.current, isShown }} />;
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
  return JSON.stringify([...list(inputs), ...(rules.enabled === true || isOld ? [{ 'file-list': files }] : [])]);
}

interface BodyProps {
  readonly form: string;
  readonly store: PreviewStore;
  /** What was sent last, kept over changes of the form. */
  readonly given: Record<string, unknown>;
  readonly isShown: boolean;
}

function PreviewBody({ form: json, store, given, isShown }: BodyProps) {
  const t = configurationTexts();
  const { appId, mode, store: draft } = useEditor();
  const config = useConfig();
  const { turns, isRunning } = useSyncExternalStore(store.subscribe, () => store.state);
  const fields = useMemo(() => readFields(JSON.parse(json) as unknown), [json]);
  const form = useInputForm({ fields, limits, given, uploads: useMemo(() => draftUploads(appId), [appId]) });
  const isChat = mode !== 'completion';
  const scroll = useRef<HTMLElement>(null);
  const last = turns.at(-1);
  useOnChange(`${last?.id} ${last?.status} ${last?.answer}`, () => {
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
  const stop = () => void store.stop().catch((error) => toast(errorText(error)));
  const opening = text(config.at('opening_statement'));
  const questions = list(config.at('suggested_questions'))
    .map(text)
    .filter((question) => question.trim() !== '');
  return (
    <section className={styles.preview} aria-label={t.preview} data-shown={isShown}>
      <header className={styles['preview-head']}>
        <h2>{t.preview}</h2>
        {isChat && (
          <IconButton small label={t.newConversation} disabled={turns.length === 0} onClick={() => store.clear()}>
            <MessageSquarePlus />
          </IconButton>
        )}
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section className={styles.thread} ref={scroll} tabIndex={0} aria-label={t.messages}>
        {(fields.length > 0 || !isChat) && (
          <div className={styles.filled}>
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
          </div>
        )}
        {turns.length === 0 && (
          <>
            {isChat && opening !== '' && (
              <div className={styles.answer} dir="auto">
                {opening}
              </div>
            )}
            {isChat && questions.length > 0 && (
              <div className={styles.suggested}>
                {questions.map((question) => (
                  <Button key={question} small onClick={() => void send(question)}>
                    {question}
                  </Button>
                ))}
              </div>
            )}
            {(opening === '' || !isChat) && <Muted small>{isChat ? t.emptyChat : t.emptyText}</Muted>}
          </>
        )}
        <ul className={styles.turns} aria-live="polite">
          {turns.map((turn) => (
            <TurnView key={turn.id} turn={turn} isChat={isChat} isBusy={isRunning} onAgain={() => void again(turn)} />
          ))}
        </ul>
      </section>
      {isChat && <Composer isRunning={isRunning} onSend={send} onStop={stop} />}
    </section>
  );
}

interface ComposerProps {
  readonly isRunning: boolean;
  /** False: something is to be filled in first, or what is set could not be saved; the message stays. */
  onSend(query: string): Promise<boolean>;
  onStop(): void;
}

function Composer({ isRunning, onSend, onStop }: ComposerProps) {
  const t = configurationTexts();
  const [query, setSearchParams] = useState('');
  const submit = async () => {
    if (query.trim() === '' || isRunning || !(await onSend(query))) return;
    // What was typed since is the next message.
    setSearchParams((now) => (now === query ? '' : now));
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
        onInput={(event) => setSearchParams(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
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
