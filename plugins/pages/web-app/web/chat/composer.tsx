import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton, lazyModule, toast, useLayoutOnChange, useMedia } from '#plugins/ui/web/contract.ts';
import { ArrowUp, Paperclip, Square } from '#plugins/ui/web/icons.tsx';
import type { AttachmentsHandle } from './attachments.tsx';
import type { ComposerFiles } from './chat.tsx';
import { useChat } from './chat-context.ts';
import type { ChatMemory } from './chat-memory.ts';
import styles from './composer.module.css';
import { chatTexts } from './texts/en.ts';
import type { Question } from './thread.ts';

export interface ComposerHandle {
  focus(): void;
  /** The new conversation that is written in has got its id. */
  begun(conversationId: string): void;
  /** Puts a question back that was not taken. */
  put(question: Question): void;
}

const attachmentsPart = lazyModule(() => import('./attachments.tsx'));
const voicePart = lazyModule(() => import('#plugins/ui/web/voice/contract.ts'));

interface ComposerProps {
  readonly handle: RefObject<ComposerHandle | null>;
  readonly memory: ChatMemory;
  readonly conversationId: string;
  readonly isRunning: boolean;
  /** While an answer comes, it waits for its end. False: something is to be filled in first. */
  onSend(query: string, files: ComposerFiles): boolean;
  onStop(): void;
}

/** Where one writes, at the foot of the page. */
export function Composer({ handle, memory, conversationId, isRunning, onSend, onStop }: ComposerProps) {
  const { chat, site, parameters } = useChat();
  const t = chatTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const attachments = useRef<AttachmentsHandle>(null);
  const [text, setText, begun] = useDraft(memory, conversationId);
  const [isOver, setOver] = useState(false);
  const isTouch = useMedia('(pointer: coarse)');
  const takesFiles = parameters.file_upload.enabled && takesUploads(parameters.file_upload.allowed_file_upload_methods);
  const files = attachmentsPart.use(takesFiles);
  const voice = voicePart.use(parameters.speech_to_text.enabled);
  useGrowing(field, text);
  useEffect(() => {
    handle.current = {
      focus: () => field.current?.focus(),
      begun,
      put: ({ query }) => {
        setText(query);
        field.current?.focus();
      },
    };
  });
  useEffect(() => {
    // A keyboard that comes up by itself would cover what there is to read.
    if (!isTouch) field.current?.focus();
  }, [isTouch]);

  const send = () => {
    const query = text.trim();
    if (query === '') return;
    if (attachments.current?.isUploading() === true) {
      toast(t.uploading);
      return;
    }
    if (!onSend(query, attachments.current?.files() ?? { sent: [], shown: [] })) return;
    setText('');
    attachments.current?.clear();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // On a phone the key makes a new line, as people know it there.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || isTouch) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    if (pasted.length === 0 || attachments.current === null) return;
    event.preventDefault();
    attachments.current.add(pasted);
  };
  useDrop(takesFiles, setOver, (dropped) => attachments.current?.add(dropped));
  const [Attachments, Elsewhere] = [files?.Attachments, files?.ElsewhereButton];
  // What was typed a moment ago is to be there when the browser comes back.
  const keepText = () => memory.keepDraft(conversationId, text);
  const VoiceButton = voice?.VoiceButton;
  return (
    <form
      aria-label={t.message}
      className={styles.composer}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {isOver && <div className={styles.drop}>{t.dropHere}</div>}
      <div className={styles.box}>
        {Attachments !== undefined && <Attachments handle={attachments} onPicked={() => field.current?.focus()} />}
        <div className={styles.line}>
          {takesFiles && (
            <IconButton label={t.attach} onClick={() => attachments.current?.pick()}>
              <Paperclip />
            </IconButton>
          )}
          {Elsewhere !== undefined && <Elsewhere attachments={attachments} onLeave={keepText} />}
          <textarea
            ref={field}
            className={styles.text}
            aria-label={t.message}
            placeholder={site.input_placeholder || t.placeholder(site.title)}
            dir="auto"
            rows={1}
            enterkeyhint={isTouch ? 'enter' : 'send'}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
          {VoiceButton !== undefined && (
            <VoiceButton
              onRecorded={(recording, name) => chat.hear(recording, name)}
              onText={(said) => setText(text === '' ? said : `${text.trimEnd()} ${said}`)}
            />
          )}
          <Buttons isRunning={isRunning} isTyped={text.trim() !== ''} onStop={onStop} />
        </div>
      </div>
    </form>
  );
}

interface ButtonsProps {
  readonly isRunning: boolean;
  readonly isTyped: boolean;
  onStop(): void;
}

/** Sends, and stops what runs; both, where something was written while an answer comes. */
function Buttons({ isRunning, isTyped, onStop }: ButtonsProps) {
  const t = chatTexts();
  return (
    <>
      {isRunning && (
        <IconButton
          label={t.stop}
          className={isTyped ? undefined : styles.send}
          aria-keyshortcuts="Escape"
          onClick={onStop}
        >
          <Square width="16" height="16" fill="currentColor" />
        </IconButton>
      )}
      {(!isRunning || isTyped) && (
        <IconButton label={isRunning ? t.queue : t.send} type="submit" className={styles.send} disabled={!isTyped}>
          <ArrowUp />
        </IconButton>
      )}
    </>
  );
}

function takesUploads(methods: readonly string[] | undefined): boolean {
  return methods === undefined || methods.length === 0 || methods.includes('local_file');
}

/** What is typed outlives a reload, and belongs to its conversation. */
function useDraft(memory: ChatMemory, conversationId: string) {
  const [text, setText] = useState(() => memory.draft(conversationId));
  const known = useRef(conversationId);
  // A later effect would run when more has been typed, and put the draft in its place.
  useLayoutEffect(() => {
    if (known.current === conversationId) return;
    // What was typed a moment ago is not kept yet.
    memory.keepDraft(known.current, text);
    known.current = conversationId;
    setText(memory.draft(conversationId));
  }, [conversationId, memory, text]);
  useEffect(() => {
    if (known.current !== conversationId) return;
    const timer = setTimeout(() => memory.keepDraft(conversationId, text), text === '' ? 0 : 300);
    return () => clearTimeout(timer);
  }, [memory, conversationId, text]);
  const begun = (id: string) => {
    memory.keepDraft(known.current, '');
    known.current = id;
  };
  return [text, setText, begun] as const;
}

/** As high as its text, up to a limit that the style has. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutOnChange(text, () => {
    const element = field.current;
    if (element === null) return;
    element.style.setProperty('block-size', 'auto');
    element.style.setProperty('block-size', `${element.scrollHeight}px`);
  });
}

/** Files may be dropped anywhere on the page. */
function useDrop(isActive: boolean, setOver: (isOver: boolean) => void, take: (files: File[]) => void): void {
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const hasFiles = (event: globalThis.DragEvent | DragEvent<HTMLElement>) =>
      event.dataTransfer?.types.includes('Files') === true;
    const over = (event: globalThis.DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(isActive);
    };
    const leave = (event: globalThis.DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: globalThis.DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (isActive) taking.current([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [isActive, setOver]);
}
