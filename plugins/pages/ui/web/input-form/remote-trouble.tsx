import css from './input-form.module.css';
import { formTexts } from './texts/en.ts';
import type { InputFormState } from './use-input-form.ts';

/** Says that the account whose files are picked stands still, and mends it. */
export function RemoteTrouble({ form, field }: { readonly form: InputFormState; readonly field: string }) {
  const t = formTexts();
  const { remote } = form;
  if (remote === undefined || remote.trouble === null) return null;
  const { label, reason } = remote.trouble;
  return (
    <p className={css.trouble} role="status">
      <span>{t.remoteBroken(label, reason)}</span>
      <button
        type="button"
        className={css.small}
        disabled={form.isUploading || remote.isLeaving}
        onClick={() => remote.reconnect(field)}
      >
        {t.reconnect}
      </button>
    </p>
  );
}
