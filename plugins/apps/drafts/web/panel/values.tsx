import fieldStyles from '#plugins/drafts/web/fields/fields.module.css';

const MAX_SHOWN = 50_000;

/** A value with its name; nothing where there is none. */
export function Values({ label, value }: { readonly label: string; readonly value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section className={fieldStyles.values} tabIndex={0} aria-label={label}>
      <div className={fieldStyles.label}>{label}</div>
      <pre dir="auto">{(typeof value === 'string' ? value : JSON.stringify(value, null, 2)).slice(0, MAX_SHOWN)}</pre>
    </section>
  );
}
