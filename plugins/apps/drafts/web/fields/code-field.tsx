import { WriteButton } from '#plugins/drafts/web/assistant/offers.tsx';
import { settingAt } from '#plugins/drafts/web/graph/read-graph.ts';
import { CodeInput } from './code-input.tsx';
import { CodeOffer } from './code-offer.tsx';
import { type FieldProps, namedAt } from './field-props.ts';
import styles from './fields.module.css';
import { text } from './values.ts';

/** Source code in the language of its node, written, or taken from a repository. */
export function CodeField({ field, settings, value, onChange }: FieldProps<'code'>) {
  const language = text(settingAt(settings, field.language_at));
  return (
    <div className={styles.item}>
      <CodeInput
        label={[field.label, language].filter(Boolean).join(' · ')}
        {...(field.help !== undefined && { hint: field.help })}
        rows={14}
        language={language}
        inputs={namedAt(settings, 'variables').flatMap(({ variables }) =>
          variables.map(({ selector, type }) => ({ name: selector.join('.'), type })),
        )}
        value={text(value)}
        onChange={onChange}
      />
      <WriteButton kind="code" label={field.label} current={text(value)} />
      <CodeOffer at={field.at} language={language} />
    </div>
  );
}
