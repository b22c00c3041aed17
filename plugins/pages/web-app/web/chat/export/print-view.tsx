import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLatest } from '#plugins/ui/web/contract.ts';
import { fetchMarkdown, Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { chatTexts } from '#plugins/web-app/web/chat/texts/en.ts';
import type { TurnState } from '#plugins/web-app/web/chat/turn.ts';
import { timeOf } from './export-texts.ts';
import styles from './print-view.module.css';
import type { WholeConversation } from './read-conversation.ts';

interface PrintProps {
  readonly conversation: WholeConversation;
  onPrinted(): void;
}

/** What answers are read with comes when it is needed: printed is what has not changed for so long. */
const QUIET_MS = 250;
const MAX_MS = 5_000;

/** A conversation on paper: seen by printers alone. Prints itself as soon as it is whole. */
export function PrintView({ conversation: { item, title, shown }, onPrinted }: PrintProps) {
  const t = chatTexts();
  const sheet = useRef<HTMLElement>(null);
  const done = useLatest(onPrinted);
  useEffect(() => {
    fetchMarkdown();
    const before = document.title;
    const limit = Date.now() + MAX_MS;
    let timer: ReturnType<typeof setTimeout>;
    const watch = new MutationObserver(() => wait());
    const print = () => {
      watch.disconnect();
      // Browsers name the file after the page.
      document.title = item.name;
      window.print();
      document.title = before;
      done.current();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(print, Math.min(QUIET_MS, Math.max(0, limit - Date.now())));
    };
    if (sheet.current !== null) watch.observe(sheet.current, { subtree: true, childList: true, characterData: true });
    wait();
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [item]);
  return createPortal(
    <article ref={sheet} className={styles.sheet}>
      <h1 dir="auto">{item.name}</h1>
      {item.introduction !== '' && <Markdown text={item.introduction} />}
      {shown.map((turn) => (
        <section key={turn.id}>
          <h2>
            {t.you} · {timeOf(turn)}
          </h2>
          <Names files={turn.files} />
          <p className={styles.question} dir="auto">
            {turn.query}
          </p>
          <h2 dir="auto">{title}</h2>
          <Markdown text={turn.answer} />
          <Names files={turn.answerFiles} />
        </section>
      ))}
    </article>,
    document.body,
  );
}

function Names({ files }: { readonly files: TurnState['files'] }) {
  if (files.length === 0) return null;
  return (
    <ul>
      {files.map(({ id, name }) => (
        <li key={id} dir="auto">
          {name}
        </li>
      ))}
    </ul>
  );
}
