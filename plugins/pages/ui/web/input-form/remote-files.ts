import { type FieldValue, type FormFile, type FormValues, newKey } from './values.ts';

/** A file that was picked at another service. */
export interface PickedFile {
  /** Id of the connected account it was picked with. */
  readonly account: string;
  /** As the service names it. */
  readonly id: string;
}

/** Files of another service, chosen in its own picker: the browser leaves the page for it and comes back. */
export interface RemoteFiles {
  /** Tells this form from the others of its page. */
  readonly form: string;
  /** Of the service: `Google Drive`. */
  readonly label: string;
  /** The account that stands still, with the reason; null: none does. */
  readonly trouble: { readonly label: string; readonly reason: string } | null;
  /** Where the browser goes. It comes back to the path with `connected` and `picked`, or `connect_error`. */
  begin(returnTo: string, picking: boolean): Promise<string>;
  /** Makes an upload of a picked file. */
  fetch(
    picked: PickedFile,
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly name: string; readonly size: number }>;
}

/** What a form gets back when its page is opened again. */
export interface Returned {
  /** As it was when the page was left, without what was on its way. */
  readonly values: FormValues;
  /** The field that is picked for. */
  readonly field: string;
  readonly picked: readonly PickedFile[];
  /** By field, what could not be fetched before: the account may be mended now. */
  readonly again: readonly (readonly [field: string, picked: readonly PickedFile[]])[];
  /** Why nothing was picked; "": something was, or the way back was the browser's own. */
  readonly error: string;
}

interface Left {
  readonly path: string;
  readonly form: string;
  readonly field: string;
  readonly at: number;
  readonly values: Readonly<Record<string, FormValues>>;
}

const KEY = 'weft-picking';
/** An attempt at a service is over then. */
const KEPT_MS = 15 * 60_000;
const names = ['connected', 'picked', 'connect_error'] as const;

/** Forms of the page, with what is filled in. */
const forms = new Map<string, () => FormValues>();

/** Has the form's values kept when the page is left for a picker. Answers how to end that. */
export function keepWhileAway(form: string, values: () => FormValues): () => void {
  forms.set(form, values);
  return () => {
    if (forms.get(form) === values) forms.delete(form);
  };
}

/** Leaves for the picker of the service, or for its consent alone. */
export async function leaveFor(
  remote: Pick<RemoteFiles, 'form' | 'begin'>,
  field: string,
  picking: boolean,
): Promise<void> {
  const path = location.pathname + location.search;
  const url = await remote.begin(path, picking);
  const values = Object.fromEntries([...forms].map(([form, now]) => [form, lasting(now())]));
  const left: Left = { path: location.pathname, form: remote.form, field, at: Date.now(), values };
  sessionStorage.setItem(KEY, JSON.stringify(left));
  location.assign(url);
}

let back: (Left & { readonly picked: readonly PickedFile[]; readonly error: string }) | null | undefined;

/** What a form of this page gets back, once; null: it was not left for a picker. */
export function takeReturned(form: string): Returned | null {
  back ??= comeBack();
  const values = back?.values[form];
  if (back === null || values === undefined) return null;
  const { [form]: _taken, ...others } = back.values;
  const isOwn = back.form === form;
  const own: Returned = {
    values: fresh(values),
    field: isOwn ? back.field : '',
    picked: isOwn ? back.picked : [],
    again: Object.entries(values).map(([name, value]) => [name, unfetched(value)] as const),
    error: isOwn ? back.error : '',
  };
  back = { ...back, values: others };
  return own;
}

/** Only what this tab began counts: an address that somebody was given puts nothing into a form. */
function comeBack() {
  const left = kept();
  const given = new URLSearchParams(location.search);
  const [account, picked, error] = names.map((name) => given.get(name) ?? '') as [string, string, string];
  if (left === null || left.path !== location.pathname || Date.now() - left.at > KEPT_MS) return null;
  const ids = account === '' ? [] : picked.split(',').filter((id) => id !== '');
  for (const name of names) given.delete(name);
  const search = given.toString();
  // A reload must not have it again.
  history.replaceState(history.state, '', `${location.pathname}${search === '' ? '' : `?${search}`}${location.hash}`);
  return { ...left, picked: ids.map((id) => ({ account, id })), error };
}

function kept(): Left | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (JSON.parse(text) as Left);
  } catch {
    return null;
  }
}

/** Files whose content is only here do not outlive the page. */
function lasting(values: FormValues): FormValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object'
      ? value
          .filter(({ state, picked }) => state === 'ready' || picked !== undefined)
          .map(({ content: _content, ...file }) => file)
      : value,
  ]);
  return Object.fromEntries(entries) as FormValues;
}

function unfetched(value: FieldValue | undefined): readonly PickedFile[] {
  if (typeof value !== 'object') return [];
  return value.flatMap(({ state, picked }) => (state === 'ready' || picked === undefined ? [] : [picked]));
}

/** Keys are counted by the page. */
function fresh(values: FormValues): FormValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object'
      ? value.filter(({ state }) => state === 'ready').map((file): FormFile => ({ ...file, key: newKey() }))
      : value,
  ]);
  return Object.fromEntries(entries) as FormValues;
}
