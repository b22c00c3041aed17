import styles from './opening.module.css';

interface SuggestionsProps {
  readonly label: string;
  readonly questions: readonly string[];
  onAsk(query: string): void;
}

/** Questions that are asked by a click. */
export function Suggestions({ label, questions, onAsk }: SuggestionsProps) {
  return (
    <ul className={styles.suggestions} aria-label={label}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" dir="auto" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  );
}
