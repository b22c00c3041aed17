import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InputField } from './fields.ts';
import { extensionOf, type FileLimits, isAccepted, isFileType, largestOf, typeOfName } from './file-types.ts';
import type { PickedFile } from './remote-files.ts';
import { formTexts } from './texts/en.ts';
import { UploadError, type UploadPlace, uploadFile } from './upload-file.ts';
import { type RemoteState, useRemoteFiles } from './use-remote-files.ts';
import {
  checkValue,
  checkValues,
  type FieldValue,
  type FormFile,
  type FormValues,
  newKey,
  startValues,
  toInputs,
  type Wrong,
  type Wrongs,
} from './values.ts';

export interface FormOptions {
  readonly fields: readonly InputField[];
  /** What it begins with: inputs of an earlier run, of the page's address. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  readonly limits: FileLimits;
  readonly uploads: UploadPlace;
}

export interface InputFormState {
  readonly fields: readonly InputField[];
  readonly values: FormValues;
  readonly wrongs: Wrongs;
  readonly limits: FileLimits;
  /** Of files, besides what is wrong with the field: said once, where somebody tried it. */
  readonly refused: Readonly<Record<string, readonly Refused[] | undefined>>;
  set(name: string, value: FieldValue): void;
  /** Checks one field that was left; nobody is scolded before. */
  leave(name: string): void;
  addFiles(name: string, files: readonly File[]): void;
  addAddress(name: string, url: string): boolean;
  removeFile(name: string, key: string): void;
  retryFile(name: string, key: string): void;
  /** The inputs to send; null where something is wrong, which the form shows then, at the first wrong field. */
  submit(): Record<string, unknown> | null;
  /** What the server says of a field. */
  blame(name: string, message: string): void;
  /** Begins again. */
  reset(given?: Readonly<Record<string, unknown>>): void;
  readonly isUploading: boolean;
  /** Files of another service; undefined: none can be picked. */
  readonly remote: RemoteState | undefined;
  /** Grows whenever the first wrong field is to be shown. */
  readonly complaints: number;
}

/** A file that a field doesn't take. */
export type Refused =
  | { readonly why: 'type'; readonly name: string }
  | { readonly why: 'size'; readonly name: string; readonly megabytes: number }
  | { readonly why: 'many'; readonly maximum: number }
  /** Nothing was picked at another service. */
  | { readonly why: 'remote'; readonly code: string };

/** What is filled into a form, and the uploads of its files. */
export function useInputForm({ fields, given, limits, uploads }: FormOptions): InputFormState {
  const [values, setValues] = useState<FormValues>(() => startValues(fields, given));
  const [wrongs, setWrongs] = useState<Wrongs>({});
  const [refused, setRefused] = useState<InputFormState['refused']>({});
  const [complaints, setComplaints] = useState(0);
  // The newest values for what answers later: uploads.
  const current = useRef(values);
  current.current = values;
  // Fields that were judged once: what is typed into them is judged at once from then on.
  const judgedBefore = useRef(new Set<string>());
  const running = useRunningUploads();

  const set = useCallback(
    (name: string, value: FieldValue) => {
      current.current = { ...current.current, [name]: value };
      setValues(current.current);
      const field = fields.find((each) => each.name === name);
      if (field !== undefined && judgedBefore.current.has(name)) setWrongs((all) => judged(all, field, value));
    },
    [fields],
  );
  const leave = useCallback(
    (name: string) => {
      const field = fields.find((each) => each.name === name);
      const value = current.current[name] ?? '';
      // Passing by an empty field is no mistake yet.
      if (field === undefined || typeof value === 'boolean' || value.length === 0) return;
      judgedBefore.current.add(name);
      setWrongs((all) => judged(all, field, value));
    },
    [fields],
  );
  const { addPicked, ...files } = useFiles({ fields, limits, uploads, running, current, set, setRefused });
  const remote = useRemoteFiles({
    remote: uploads.remote,
    values: current,
    addPicked,
    restore(kept) {
      for (const { name } of fields) if (kept[name] !== undefined) set(name, kept[name]);
    },
    refuse: (name, code) => setRefused((all) => ({ ...all, [name]: [{ why: 'remote', code }] })),
  });

  const submit = () => {
    const found = checkValues(fields, current.current);
    setWrongs(found);
    for (const name of Object.keys(found)) judgedBefore.current.add(name);
    if (Object.keys(found).length === 0) return toInputs(fields, current.current);
    setComplaints((count) => count + 1);
    return null;
  };
  const blame = (name: string, message: string) => {
    judgedBefore.current.add(name);
    setWrongs((all) => ({ ...all, [name]: { why: 'said', message } }));
    setComplaints((count) => count + 1);
  };
  const reset = (from?: Readonly<Record<string, unknown>>) => {
    running.stopAll();
    current.current = startValues(fields, from ?? given);
    setValues(current.current);
    setWrongs({});
    judgedBefore.current.clear();
    setRefused({});
  };
  const isUploading = Object.values(values).some(
    (value) => Array.isArray(value) && value.some((file: FormFile) => file.state === 'uploading'),
  );
  return {
    fields,
    values,
    wrongs,
    limits,
    refused,
    set,
    leave,
    ...files,
    submit,
    blame,
    reset,
    isUploading,
    remote,
    complaints,
  };
}

function judged(all: Wrongs, field: InputField, value: FieldValue): Wrongs {
  const { [field.name]: _before, ...others } = all;
  const wrong: Wrong | null = checkValue(field, value);
  return wrong === null ? others : { ...others, [field.name]: wrong };
}

interface RunningUploads {
  begin(key: string): AbortSignal;
  stop(key: string): void;
  stopAll(): void;
}

function useRunningUploads(): RunningUploads {
  const running = useMemo(() => {
    const all = new Map<string, AbortController>();
    const stop = (key: string) => {
      all.get(key)?.abort();
      all.delete(key);
    };
    return {
      begin(key: string) {
        const controller = new AbortController();
        all.set(key, controller);
        return controller.signal;
      },
      stop,
      stopAll: () => [...all.keys()].forEach(stop),
    };
  }, []);
  useEffect(() => running.stopAll, [running]);
  return running;
}

interface FileMeans extends Omit<FormOptions, 'given'> {
  readonly running: RunningUploads;
  readonly current: { current: FormValues };
  set(name: string, value: FieldValue): void;
  setRefused(change: (all: InputFormState['refused']) => InputFormState['refused']): void;
}

type FileActions = Pick<InputFormState, 'addFiles' | 'addAddress' | 'removeFile' | 'retryFile'> & {
  addPicked(name: string, picked: readonly PickedFile[]): void;
};

function useFiles({ fields, limits, uploads, running, current, set, setRefused }: FileMeans): FileActions {
  const filesOf = (name: string): readonly FormFile[] => {
    const value = current.current[name];
    return typeof value === 'object' ? value : [];
  };
  const change = (name: string, key: string, part: Partial<FormFile>) =>
    set(
      name,
      filesOf(name).map((file) => (file.key === key ? { ...file, ...part } : file)),
    );
  const start = async (name: string, { key, content, picked }: FormFile) => {
    if (content === undefined && picked === undefined) return;
    const signal = running.begin(key);
    try {
      if (content === undefined) {
        change(
          name,
          key,
          await fetched(
            uploads,
            fields.find((each) => each.name === name),
            { picked, signal },
          ),
        );
        return;
      }
      const onProgress = (done: number) => change(name, key, { done });
      change(name, key, {
        state: 'ready',
        done: 1,
        uploadId: await uploadFile(uploads, content, { signal, onProgress }),
      });
    } catch (error) {
      if (signal.aborted) return;
      change(name, key, { state: 'failed', error: error instanceof UploadError ? error.message : '' });
    }
  };
  const addFiles = (name: string, given: readonly File[]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return;
    const { fit, refusals } = sift(field, given, { limits, held: filesOf(name).length });
    setRefused((all) => ({ ...all, [name]: refusals.length > 0 ? refusals : undefined }));
    const added = fit.map(fileOf);
    // A field of one file takes the new one in place of the old.
    if (field.kind === 'file' && added.length > 0) for (const { key } of filesOf(name)) running.stop(key);
    set(name, field.kind === 'file' && added.length > 0 ? added : [...filesOf(name), ...added]);
    for (const file of added) void start(name, file);
  };
  const addPicked = (name: string, given: readonly PickedFile[]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) return;
    const most = field.kind === 'file' ? 1 : field.maximum || limits.workflow_file_upload_limit;
    const held = field.kind === 'file' ? [] : filesOf(name);
    const added = given.slice(0, Math.max(most - held.length, 0)).map((picked): FormFile => {
      return {
        key: newKey(),
        name: uploads.remote?.label ?? '',
        type: 'document',
        size: -1,
        state: 'uploading',
        done: 0,
        picked,
      };
    });
    if (added.length < given.length) setRefused((all) => ({ ...all, [name]: [{ why: 'many', maximum: most }] }));
    set(name, [...held, ...added]);
    for (const file of added) void start(name, file);
  };
  const addAddress = (name: string, address: string) => {
    const url = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) return false;
    const field = fields.find((each) => each.name === name);
    const file = addressedFile(url, field?.files.types[0]);
    set(name, field?.kind === 'file' ? [file] : [...filesOf(name), file]);
    return true;
  };
  const removeFile = (name: string, key: string) => {
    running.stop(key);
    setRefused((all) => ({ ...all, [name]: undefined }));
    set(
      name,
      filesOf(name).filter((file) => file.key !== key),
    );
  };
  const retryFile = (name: string, key: string) => {
    const file = filesOf(name).find((each) => each.key === key);
    change(name, key, { state: 'uploading', done: 0 });
    if (file !== undefined) void start(name, file);
  };
  return { addFiles, addPicked, addAddress, removeFile, retryFile };
}

/** What became of a file that was picked: only its service tells what it is. */
async function fetched(
  { remote }: UploadPlace,
  field: InputField | undefined,
  { picked, signal }: { readonly picked: PickedFile | undefined; readonly signal: AbortSignal },
): Promise<Partial<FormFile>> {
  if (remote === undefined || picked === undefined) throw new UploadError('refused', '');
  const { id, name, size } = await remote.fetch(picked, signal);
  const file = { name, size, type: typeOfName(name) };
  if (field !== undefined && !isAccepted(name, field.files))
    return { ...file, state: 'failed', error: formTexts().wrongType(name) };
  return { ...file, state: 'ready', done: 1, uploadId: id };
}

/** Those that a field takes, and why each of the others is none of them. */
function sift(field: InputField, given: readonly File[], { limits, held }: { limits: FileLimits; held: number }) {
  const refusals: Refused[] = [];
  const most = field.kind === 'file' ? 1 : field.maximum || limits.workflow_file_upload_limit;
  const room = field.kind === 'file' ? 1 : most - held;
  const fit = given.filter((file) => {
    const megabytes = largestOf(file.name, limits);
    if (!isAccepted(file.name, field.files)) refusals.push({ why: 'type', name: file.name });
    else if (file.size > megabytes * 1024 * 1024) refusals.push({ why: 'size', name: file.name, megabytes });
    else return true;
    return false;
  });
  if (fit.length > room) refusals.push({ why: 'many', maximum: most });
  return { fit: fit.slice(0, Math.max(room, 0)), refusals };
}

function fileOf(content: File): FormFile {
  // What is pasted has no name of its own everywhere.
  const name = content.name === '' ? `file.${content.type.split('/')[1] ?? 'bin'}` : content.name;
  return { key: newKey(), name, type: typeOfName(name), size: content.size, state: 'uploading', done: 0, content };
}

/** What lies at an address without an extension is what the field asks for. */
function addressedFile(url: URL, asked: string | undefined): FormFile {
  const extension = extensionOf(url.pathname);
  const type = extension === '' && isFileType(asked) ? asked : typeOfName(url.pathname);
  return { key: newKey(), name: url.href, type, size: -1, state: 'ready', done: 1, url: url.href };
}
