import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { placeBeside } from '#plugins/ui/web/components/place-beside.ts';
import { ExternalLink, Picture } from '#plugins/ui/web/icons.tsx';
import type { Target } from './link-policy.ts';
import styles from './markdown.module.css';
import { useTarget } from './policy-context.ts';
import { markdownTexts } from './texts/en.ts';

/** In a link there are no further buttons. */
const InLink = createContext(false);

/** A link of a text: at once where it may go there, after its address was shown anywhere else. */
export function LinkView({ href, text, children }: { readonly href: string; text: string; children: ReactNode }) {
  const target = useTarget(href);
  switch (target.is) {
    case 'own':
    case 'allowed':
      return (
        <a href={target.url} target="_blank" rel="noopener noreferrer">
          <InLink value={true}>{children}</InLink>
        </a>
      );
    case 'foreign':
      return (
        <Shown target={target} className={styles.link}>
          <InLink value={true}>{children}</InLink>
        </Shown>
      );
    case 'text':
      // Where it would have led is part of what was written.
      return (
        <>
          {children}
          {text !== href && href !== '' && ` (${href})`}
        </>
      );
  }
}

/** A picture of a text: shown where its host is allowed, else a button that says where it lies. */
export function PictureView({ href, text }: { readonly href: string; readonly text: string }) {
  const judged = useTarget(href);
  const target = judged.is === 'own' && !isFile(judged.url) ? foreign(judged.url) : judged;
  const t = markdownTexts();
  const isInLink = useContext(InLink);
  const [isBroken, setBroken] = useState(false);
  if (target.is === 'text') return <>{text === '' ? href : text}</>;
  if (target.is !== 'foreign' && !isBroken) {
    return (
      <img
        className={styles.picture}
        src={target.url}
        alt={text}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  if (target.is === 'own' || isInLink) return <>{text}</>;
  return (
    <Shown target={{ ...target, is: 'foreign' }} className={styles.chip}>
      <Picture width="14" height="14" />
      {t.pictureFrom(target.host)}
      {text !== '' && `: ${text}`}
    </Shown>
  );
}

/** Only files of apps are fetched without a click. */
function isFile(url: string): boolean {
  return new URL(url).pathname.startsWith('/files/');
}

function foreign(url: string): Target {
  return { is: 'foreign', url, host: new URL(url).hostname };
}

interface ShownProps {
  readonly target: Extract<Target, { is: 'foreign' }>;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A button that shows a whole address, and the link that opens it. */
function Shown({ target, className, children }: ShownProps) {
  const t = markdownTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => popover.current?.togglePopover()}
      >
        {children}
      </button>
      <span
        ref={popover}
        id={id}
        popover="auto"
        className={styles.address}
        onToggle={(event) => {
          const isNow = event.newState === 'open';
          setOpen(isNow);
          if (isNow) placeBeside(event.currentTarget, button.current);
        }}
      >
        <span>{t.leadsTo}</span>
        <span className={styles.url} dir="ltr">
          {target.url}
        </span>
        <a href={target.url} target="_blank" rel="noopener noreferrer">
          <ExternalLink width="14" height="14" />
          {target.url.startsWith('mailto:') ? t.openMail : t.openAddress}
        </a>
      </span>
    </>
  );
}
