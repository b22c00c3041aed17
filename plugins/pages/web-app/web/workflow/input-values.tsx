import css from './input-values.module.css';
import { cellText, readFile } from './output-values.ts';

/** What a run was started with, by the names of the inputs. Long values scroll in place. */
export function InputValues({ inputs }: { readonly inputs: Readonly<Record<string, unknown>> }) {
  return (
    <dl className={css.values}>
      {Object.entries(inputs)
        .filter(([name]) => !name.startsWith('sys.'))
        .map(([name, value]) => (
          <div key={name} className={css.value}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{textOfInput(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

function textOfInput(value: unknown): string {
  const isPlainObject = typeof value === 'object' && value !== null && readFile(value) === null;
  return isPlainObject && !Array.isArray(value) ? JSON.stringify(value, null, 2) : cellText(value);
}

/** One line that tells one run from another: the first text among its inputs. */
export function inputSummary(inputs: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(inputs)
    .filter(([name]) => !name.startsWith('sys.'))
    .map(([, value]) => cellText(value).replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  return texts.slice(0, 3).join(' · ').slice(0, 160);
}
