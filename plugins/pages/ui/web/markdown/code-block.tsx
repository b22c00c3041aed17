import { type ReactNode, useContext, useEffect, useState } from 'react';
import { IconButton } from '#plugins/ui/web/components/button.tsx';
import { toast } from '#plugins/ui/web/components/toast.tsx';
import { Check, Copy, Expand } from '#plugins/ui/web/icons.tsx';
import { Diagram } from './diagram.tsx';
import styles from './markdown.module.css';
import { BesideContext } from './policy-context.ts';
import { markdownTexts } from './texts/en.ts';

/** More than that takes too long to colour. */
const MAX_COLOURED = 100_000;
/** Lines of code that may be opened in a place of its own. */
const LONG = 12;

interface CodeBlockProps {
  readonly text: string;
  /** As it was written after the fence. */
  readonly language: string;
  readonly isOpen: boolean;
}

/** Code with its language and a button that copies it; coloured when it is whole. */
export function CodeBlock({ text, language, isOpen }: CodeBlockProps) {
  const name = /^[\w+#.-]{1,30}/.exec(language)?.[0]?.toLowerCase() ?? '';
  if (name === 'mermaid' && !isOpen) {
    return (
      <Diagram source={text}>
        <Code text={text} name={name} isOpen={isOpen} />
      </Diagram>
    );
  }
  return <Code text={text} name={name} isOpen={isOpen} />;
}

interface CodeProps {
  readonly text: string;
  readonly name: string;
  readonly isOpen: boolean;
}

function Code({ text, name, isOpen }: CodeProps) {
  const t = markdownTexts();
  const coloured = useColours(text, name, isOpen);
  const openBeside = useContext(BesideContext);
  const isLong = !isOpen && text.split('\n', LONG).length === LONG;
  return (
    <div className={styles.block}>
      <div className={styles.head}>
        <span>{name}</span>
        <span className={styles.tools}>
          {openBeside !== null && isLong && (
            <IconButton small label={t.beside} onClick={() => openBeside(text, name)}>
              <Expand width="16" height="16" />
            </IconButton>
          )}
          <CopyButton text={text} />
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it holds no fields. */}
      <pre tabIndex={0} dir="ltr" aria-label={name === '' ? t.code : `${t.code}: ${name}`} role="group">
        <code>{coloured ?? text}</code>
      </pre>
    </div>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const t = markdownTexts();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      (error: unknown) => toast(String(error)),
    );
  return (
    <IconButton small label={isCopied ? t.copied : t.copy} onClick={() => void copy()}>
      {isCopied ? <Check width="16" height="16" /> : <Copy width="16" height="16" />}
    </IconButton>
  );
}

/** Its parts in their colours; null: none yet, or a language that isn't known. */
function useColours(text: string, name: string, isOpen: boolean): ReactNode {
  const [coloured, setColoured] = useState<{ readonly of: string; readonly parts: ReactNode } | null>(null);
  useEffect(() => {
    if (isOpen || name === '' || name === 'mermaid' || text.length > MAX_COLOURED) return;
    let isCurrent = true;
    void import('./highlight.ts').then(
      ({ highlight }) => isCurrent && setColoured({ of: text, parts: highlight(text, name) }),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [text, name, isOpen]);
  return coloured?.of === text ? coloured.parts : null;
}
