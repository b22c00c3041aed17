import { type ChangeEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { fileSize } from '#plugins/ui/web/sizes.ts';
import type { FieldProps, SharedAttributes } from './field-control.tsx';
import type { InputField } from './fields.ts';
import { extensionsOf, isFileType, largestOf } from './file-types.ts';
import css from './input-form.module.css';
import { RemoteTrouble } from './remote-trouble.tsx';
import { formTexts } from './texts/en.ts';
import type { InputFormState } from './use-input-form.ts';
import type { FormFile } from './values.ts';

interface FileControlProps extends FieldProps {
  readonly shared: SharedAttributes;
}

/** Files by picker, drop, paste, or address; how far each one is, and a way to be rid of it. */
export function FileControl({ id, field, form, disabled, shared }: FileControlProps) {
  const t = formTexts();
  const [isOver, setOver] = useState(false);
  const value = form.values[field.name];
  const files = typeof value === 'object' ? value : [];
  const { methods } = field.files;
  const isMany = field.kind === 'file-list';
  const most = isMany ? field.maximum || form.limits.workflow_file_upload_limit : 1;
  const takesUploads = methods.length === 0 || methods.includes('local_file');
  const takesAddresses = methods.includes('remote_url');
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    form.addFiles(field.name, [...(event.currentTarget.files ?? [])]);
    // So that the same file can be chosen again after it was removed.
    event.currentTarget.value = '';
  };
  const hover = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer?.types.includes('Files') || disabled) return;
    event.preventDefault();
    setOver(true);
  };
  const isFull = isMany && files.length >= most;
  return (
    <div className={css.files}>
      {files.length > 0 && (
        <ul className={css.list}>
          {files.map((file) => (
            <FileItem key={file.key} {...{ file, field, form, disabled }} />
          ))}
        </ul>
      )}
      {takesUploads && !isFull && (
        <div className={css.drop} data-over={isOver || undefined} data-small={files.length > 0 || undefined}>
          <input
            id={id}
            className={css.picker}
            type="file"
            multiple={isMany}
            accept={extensionsOf(field.files).join(',') || undefined}
            disabled={disabled}
            onChange={choose}
            onDragOver={hover}
            onDragLeave={() => setOver(false)}
            onDrop={() => setOver(false)}
            {...shared}
          />
          <span className={css.pick} aria-hidden="true">
            {isMany ? t.chooseFiles : t.chooseFile}
          </span>
          <span className={css.orDrop} aria-hidden="true">
            {isMany ? t.dropThemHere : t.dropHere}
          </span>
          <span className={css.rules}>{rulesText(field, form)}</span>
        </div>
      )}
      {takesUploads && !isFull && form.remote !== undefined && (
        <button
          type="button"
          className={css.small}
          disabled={disabled || form.isUploading || form.remote.isLeaving}
          onClick={() => form.remote?.pick(field.name)}
        >
          {t.fromService(form.remote.label)}
        </button>
      )}
      {takesUploads && <RemoteTrouble form={form} field={field.name} />}
      {takesAddresses && !isFull && (
        <AddressControl id={takesUploads ? `${id}-address` : id} {...{ field, form, disabled }} />
      )}
    </div>
  );
}

/** What the field takes: "Takes pictures, .pdf · up to 3 files · 10 MB each at most". */
function rulesText(field: InputField, { limits }: InputFormState): string {
  const t = formTexts();
  const { types, extensions } = field.files;
  const named = types
    .filter((type) => type !== 'custom' && isFileType(type))
    .map((type) => t.fileTypes[type as 'image']);
  const own = types.includes('custom') ? extensions.map((each) => `.${each.replace(/^\./, '').toLowerCase()}`) : [];
  const what = [...named, ...own].join(', ');
  const sample =
    types.length === 1 && types[0] === 'image'
      ? 'a.png'
      : types[0] === 'video'
        ? 'a.mp4'
        : types[0] === 'audio'
          ? 'a.mp3'
          : 'a.txt';
  const parts = [
    what === '' ? '' : t.takes(what),
    field.kind === 'file-list' ? t.upTo(field.maximum || limits.workflow_file_upload_limit) : '',
    t.megabytes(largestOf(sample, limits)),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

interface FileItemProps extends Omit<FieldProps, 'id'> {
  readonly file: FormFile;
}

/** A file that was chosen: how far it is, and ways to try it again and to be rid of it. */
export function FileItem({ file, field, form, disabled }: FileItemProps) {
  const t = formTexts();
  const percent = Math.round(file.done * 100);
  // Beside the files, with what mends it.
  const isSaid = file.picked !== undefined && form.remote !== undefined && form.remote.trouble !== null;
  return (
    <li className={css.file} data-state={file.state}>
      <Picture file={file} />
      <span className={css.name} dir="auto" title={file.name}>
        {file.name}
      </span>
      <span className={css.state}>
        {file.state === 'ready' && sizeText(file.size)}
        {file.state === 'uploading' && (
          <progress className={css.progress} value={file.done} max={1} aria-label={t.uploading(percent)} />
        )}
        {file.state === 'failed' && (
          <span className={css.failed} role="alert">
            {t.uploadFailed}
            {!isSaid && `: ${file.error || t.noConnection}`}
          </span>
        )}
      </span>
      {file.state === 'failed' && (
        <button
          type="button"
          className={css.small}
          disabled={disabled}
          onClick={() => form.retryFile(field.name, file.key)}
        >
          {t.retry}
        </button>
      )}
      <button
        type="button"
        className={css.remove}
        disabled={disabled}
        aria-label={t.remove(file.name)}
        title={t.remove(file.name)}
        onClick={() => form.removeFile(field.name, file.key)}
      >
        ×
      </button>
    </li>
  );
}

/** A small view of a picture that lies on this machine; nothing is fetched for it. */
function Picture({ file }: { readonly file: FormFile }) {
  const element = useRef<HTMLImageElement>(null);
  const { content } = file;
  const isPicture = file.type === 'image' && content !== undefined && content.type !== 'image/svg+xml';
  useEffect(() => {
    if (!isPicture || element.current === null) return;
    const url = URL.createObjectURL(content);
    element.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [content, isPicture]);
  if (isPicture) return <img ref={element} className={css.picture} alt="" />;
  return (
    <span className={css.kind} aria-hidden="true">
      {/\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1] ?? '···'}
    </span>
  );
}

function AddressControl({ id, field, form, disabled }: FieldProps) {
  const t = formTexts();
  const [url, setUrl] = useState('');
  const [isWrong, setWrong] = useState(false);
  const add = () => {
    const isAdded = form.addAddress(field.name, url);
    setWrong(!isAdded);
    if (isAdded) setUrl('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  };
  return (
    <div className={css.address}>
      <input
        id={id}
        className={css.input}
        type="url"
        inputMode="url"
        dir="ltr"
        placeholder="https://"
        aria-label={t.address}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-address-wrong` : undefined}
        value={url}
        disabled={disabled}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className={css.small} disabled={disabled || url === ''} onClick={add}>
        {t.add}
      </button>
      {isWrong && (
        <p className={css.wrong} id={`${id}-address-wrong`} role="alert">
          {t.wrongAddress}
        </p>
      )}
    </div>
  );
}

/** Nothing for what lies elsewhere. */
export function sizeText(bytes: number): string {
  return bytes < 0 ? '' : fileSize(bytes);
}
