import { IconButton } from '#plugins/ui/web/contract.ts';
import { Download, Expand, FileAudio, FileText, FileVideo } from '#plugins/ui/web/icons.tsx';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { languageOf } from './beside.ts';
import { useChat } from './chat-context.ts';
import { chatTexts } from './texts/en.ts';
import type { TurnFile } from './turn.ts';
import styles from './turn-view.module.css';

/** Files of a question or an answer: pictures are shown, sound and films played, the rest is downloaded. */
export function FileList({ files }: { readonly files: readonly TurnFile[] }) {
  const t = chatTexts();
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={t.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileItem file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileItem({ file }: { readonly file: TurnFile }) {
  const { chat, openBeside } = useChat();
  const t = chatTexts();
  const { url, name, type } = file;
  const isOurs = url !== '' && isOwn(url, chat.api.url);
  if (!isOurs && url !== '') {
    // Elsewhere: as links of answers are, so that nothing foreign is fetched by itself.
    return <Markdown text={`[${name.replace(/[[\]\\]/g, '') || t.files}](<${url.replace(/[<>\s]/g, '')}>)`} />;
  }
  if (isOurs && type === 'image') {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer">
        <img src={url} alt={name} loading="lazy" />
      </a>
    );
  }
  // biome-ignore lint/a11y/useMediaCaption: there are none.
  if (isOurs && type === 'audio') return <audio controls preload="none" src={url} aria-label={name} />;
  // biome-ignore lint/a11y/useMediaCaption: there are none.
  if (isOurs && type === 'video') return <video controls preload="metadata" src={url} aria-label={name} />;
  const sign = type === 'audio' ? <FileAudio /> : type === 'video' ? <FileVideo /> : <FileText />;
  if (url === '') {
    return (
      <span className={styles.file}>
        {sign}
        <span dir="auto">{name}</span>
      </span>
    );
  }
  const link = (
    <a
      className={styles.file}
      href={url}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t.download(name)}
    >
      {sign}
      <span dir="auto">{name}</span>
      <Download width="14" height="14" />
    </a>
  );
  if (languageOf(name) === undefined) return link;
  return (
    <span className={styles.opened}>
      {link}
      <IconButton small label={t.openBeside(name)} onClick={() => openBeside({ kind: 'file', file })}>
        <Expand width="16" height="16" />
      </IconButton>
    </span>
  );
}

function isOwn(url: string, runtime: string): boolean {
  if (url.startsWith('blob:')) return true;
  if (!URL.canParse(url, location.href)) return false;
  const { origin } = new URL(url, location.href);
  return origin === location.origin || origin === new URL(runtime, location.href).origin;
}
