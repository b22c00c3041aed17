import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, IconButton, Loading, Notice, useLatest } from '#plugins/ui/web/contract.ts';
import { Cross, Download } from '#plugins/ui/web/icons.tsx';
import { BesideContext, Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { type Beside, languageOf } from './beside.ts';
import styles from './beside-panel.module.css';
import { chatTexts } from './texts/en.ts';

/** More of a file is downloaded, not shown. */
const MAX_SHOWN = 1_000_000;

interface BesidePanelProps {
  readonly shown: Beside;
  /** Where there is room: a part of the page; else over it. */
  readonly isWide: boolean;
  /** Escape stops an answer first, where it is not pressed in the panel. */
  readonly isRunning: boolean;
  onClose(): void;
}

/** A file or a long piece of code of a conversation, beside it. Escape closes it, and gives the focus back. */
export function BesidePanel({ shown, isWide, isRunning, onClose }: BesidePanelProps) {
  const t = chatTexts();
  const title = shown.kind === 'code' ? shown.language || t.code : shown.file.name;
  // Opened from here it would open itself.
  const content = (
    <BesideContext value={null}>
      <Content key={shown.kind === 'code' ? shown.text : shown.file.id} shown={shown} />
    </BesideContext>
  );
  if (!isWide) {
    return (
      <Dialog open shape="full" title={title} onClose={onClose}>
        {content}
      </Dialog>
    );
  }
  return (
    <Aside title={title} isRunning={isRunning} onClose={onClose}>
      {content}
    </Aside>
  );
}

interface AsideProps {
  readonly title: string;
  readonly isRunning: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

function Aside({ title, isRunning, children, onClose }: AsideProps) {
  const t = chatTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useLatest(onClose);
  useEffect(() => {
    const { activeElement: before } = document;
    const { current: shown } = heading;
    shown?.focus();
    return () => {
      const { activeElement: now } = document;
      const isLost = now === null || now === document.body || shown?.closest('aside')?.contains(now);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    if (isRunning) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      if (document.querySelector('dialog[open], :popover-open') !== null || event.target instanceof HTMLInputElement)
        return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isRunning]);
  return (
    <aside
      className={styles.panel}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || document.querySelector(':popover-open') !== null) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title} dir="auto">
          {title}
        </h2>
        <IconButton label={t.closeBeside} onClick={onClose}>
          <Cross />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}

function Content({ shown }: { readonly shown: Beside }) {
  if (shown.kind === 'code') return <Markdown text={fenced(shown.text, shown.language)} />;
  return (
    <>
      <DownloadLink file={shown.file} />
      {shown.file.type === 'image' ? (
        <img className={styles.picture} src={shown.file.url} alt={shown.file.name} />
      ) : (
        <FileText file={shown.file} />
      )}
    </>
  );
}

type ShownFile = Extract<Beside, { kind: 'file' }>['file'];

function DownloadLink({ file: { name, url } }: { readonly file: ShownFile }) {
  const t = chatTexts();
  return (
    <a className={styles.download} href={url} download={name} target="_blank" rel="noopener noreferrer">
      <Download width="16" height="16" />
      {t.download(name)}
    </a>
  );
}

/** Text of a file as text, Markdown as the page shows it: never as a page of its own. */
function FileText({ file: { name, url } }: { readonly file: ShownFile }) {
  const t = chatTexts();
  const [text, setText] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const answer = await fetch(url, { signal: leaving.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      return (await answer.text()).slice(0, MAX_SHOWN);
    };
    read().then(setText, () => !leaving.signal.aborted && setMissing(true));
    return () => leaving.abort();
  }, [url]);
  if (isMissing) return <Notice variant="danger">{t.loadFailed}</Notice>;
  if (text === null) return <Loading label={t.loading} />;
  const language = languageOf(name) ?? '';
  return <Markdown text={language === 'markdown' ? text : fenced(text, language)} />;
}

/** As code, whatever fences are in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
