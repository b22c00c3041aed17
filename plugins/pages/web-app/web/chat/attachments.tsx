import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { IconButton, toast, useMedia } from '#plugins/ui/web/contract.ts';
import { Folder } from '#plugins/ui/web/icons.tsx';
import {
  extensionsOf,
  FileItem,
  type FormFile,
  type InputField,
  RemoteTrouble,
  refusedText,
  useInputForm,
} from '#plugins/ui/web/input-form/contract.ts';
import { useVisitorFiles } from '#plugins/web-app/web/shell/use-visitor-files.ts';
import { isMapping, listOf, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import type { ComposerFiles } from './chat.tsx';
import type { ChatParameters } from './chat-api.ts';
import { useChat } from './chat-context.ts';
import styles from './composer.module.css';
import { chatTexts } from './texts/en.ts';
import { uploadedFile } from './turn.ts';

export interface AttachmentsHandle {
  pick(): void;
  /** Leaves the page for the picker of another service. */
  pickElsewhere(): void;
  add(files: readonly File[]): void;
  files(): ComposerFiles;
  isUploading(): boolean;
  clear(): void;
}

const NAME = 'files';

/** Files that go along with a message, with how far each one is. */
export function Attachments({
  handle,
  onPicked,
}: {
  readonly handle: RefObject<AttachmentsHandle | null>;
  /** Files were chosen: what is left to do is to write. */
  onPicked(): void;
}) {
  const { chat, parameters } = useChat();
  const t = chatTexts();
  const picker = useRef<HTMLInputElement>(null);
  const isTouch = useMedia('(pointer: coarse)');
  const field = useMemo(() => fieldOf(parameters.file_upload), [parameters]);
  const fields = useMemo(() => [field], [field]);
  const remote = useVisitorFiles('message', true);
  const uploads = useMemo(() => ({ url: chat.api.url, token: () => chat.api.token(), remote }), [chat, remote]);
  const form = useInputForm({ fields, limits: parameters.system_parameters, uploads });
  const value = form.values[NAME];
  const files = Array.isArray(value) ? value : [];
  useEffect(() => {
    handle.current = {
      pick: () => picker.current?.click(),
      pickElsewhere: () => form.remote?.pick(NAME),
      add: (added) => form.addFiles(NAME, added),
      files: () => sentFiles(form.submit()?.[NAME], files),
      isUploading: () => form.isUploading,
      clear: () => form.reset({}),
    };
  });
  const refused = form.refused[NAME];
  return (
    <div className={styles.attachments}>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={field.maximum !== 1}
        accept={acceptOf(field, isTouch)}
        aria-label={t.attach}
        onChange={(event) => {
          form.addFiles(NAME, [...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
          onPicked();
        }}
      />
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileItem key={file.key} file={file} field={field} form={form} disabled={false} />
          ))}
        </ul>
      )}
      <RemoteTrouble form={form} field={NAME} />
      {refused !== undefined && (
        <p role="alert" className={styles.refused}>
          {refusedText(refused)}
        </p>
      )}
    </div>
  );
}

/** Leaves for the picker of another service, where there is one. */
export function ElsewhereButton({
  attachments,
  onLeave,
}: {
  readonly attachments: RefObject<AttachmentsHandle | null>;
  onLeave(): void;
}) {
  const t = chatTexts();
  const elsewhere = useVisitorFiles('message', true);
  if (elsewhere === undefined) return null;
  const leave = () => {
    if (attachments.current?.isUploading() === true) return toast(t.uploading);
    onLeave();
    attachments.current?.pickElsewhere();
  };
  return (
    <IconButton label={t.attachFrom(elsewhere.label)} onClick={leave}>
      <Folder />
    </IconButton>
  );
}

/** Phones offer their camera for kinds of files, and not for the ends of names. */
function acceptOf({ files }: InputField, isTouch: boolean): string | undefined {
  const kinds = isTouch ? ['image', 'video', 'audio'].filter((kind) => files.types.includes(kind)) : [];
  const accepted = [...kinds.map((kind) => `${kind}/*`), ...extensionsOf(files)];
  return accepted.length === 0 ? undefined : accepted.join(',');
}

function fieldOf(rules: ChatParameters['file_upload']): InputField {
  return {
    kind: 'file-list',
    name: NAME,
    label: NAME,
    required: false,
    hidden: false,
    preset: null,
    description: '',
    placeholder: '',
    options: [],
    maximum: rules.number_limits ?? 3,
    files: {
      types: rules.allowed_file_types ?? [],
      extensions: rules.allowed_file_extensions ?? [],
      methods: ['local_file'],
    },
    isList: false,
  };
}

function sentFiles(inputs: unknown, files: readonly FormFile[]): ComposerFiles {
  const sent = listOf(inputs)
    .filter(isMapping)
    .map((file) => uploadedFile(textOf(file.upload_file_id), textOf(file.type)));
  const ready = files.filter(({ state }) => state === 'ready');
  return {
    sent,
    shown: ready.map(({ uploadId = '', name, type, size, content }) => ({
      id: uploadId,
      name,
      type,
      size,
      // As long as the page stands; afterwards the server says where it lies.
      url: type === 'image' && content !== undefined ? URL.createObjectURL(content) : '',
    })),
  };
}
