import { useEffect, useState } from 'react';
import { type Api, Button, LinkButton, toast } from '#plugins/ui/web/contract.ts';
import { Download, ExternalLink, FileAudio, FileText, FileVideo, Picture } from '#plugins/ui/web/icons.tsx';
import { sizeText } from '#plugins/ui/web/input-form/contract.ts';
import css from './file-cards.module.css';
import type { OutputFile } from './output-values.ts';
import { saveBlob } from './save-file.ts';
import { workflowTexts } from './texts/en.ts';

/** Files that a run made: pictures are shown, sound and films played, everything downloaded. */
export function FileCards({ api, files }: { readonly api: Api; readonly files: readonly OutputFile[] }) {
  return (
    <ul className={css.files}>
      {files.map((file) => (
        <li key={file.url} className={css.file}>
          <FileCard api={api} file={file} />
        </li>
      ))}
    </ul>
  );
}

/** Of this server: fetched without asking. What lies elsewhere is a link, so that an answer can't call anybody. */
function isOurs(api: Api, url: string): boolean {
  if (!URL.canParse(url, location.href)) return false;
  const { origin } = new URL(url, location.href);
  return origin === location.origin || origin === new URL(api.url, location.href).origin;
}

function FileCard({ api, file }: { readonly api: Api; readonly file: OutputFile }) {
  const t = workflowTexts();
  const isOwn = isOurs(api, file.url);
  return (
    <>
      {isOwn && file.type === 'image' && file.mediaType !== 'image/svg+xml' && <PictureView file={file} />}
      {/* biome-ignore lint/a11y/useMediaCaption: what a run made has no captions. */}
      {isOwn && file.type === 'audio' && <audio className={css.player} controls preload="none" src={file.url} />}
      {/* biome-ignore lint/a11y/useMediaCaption: what a run made has no captions. */}
      {isOwn && file.type === 'video' && <video className={css.player} controls preload="none" src={file.url} />}
      <div className={css.line}>
        <span className={css.sign}>
          <Sign type={file.type} />
        </span>
        <span className={css.name} dir="auto" title={file.name}>
          {file.name}
        </span>
        <span className={css.size}>{sizeText(file.size)}</span>
        {isOwn ? (
          <Button small aria-label={t.downloadFile(file.name)} onClick={() => void download(file)}>
            <Download /> {t.download}
          </Button>
        ) : (
          <ForeignLink file={file} />
        )}
      </div>
    </>
  );
}

function ForeignLink({ file }: { readonly file: OutputFile }) {
  const t = workflowTexts();
  if (!/^https?:\/\//i.test(file.url)) return null;
  return (
    <LinkButton href={file.url} target="_blank" rel="noopener noreferrer" title={file.url}>
      <ExternalLink /> {t.openFile}
    </LinkButton>
  );
}

function Sign({ type }: Pick<OutputFile, 'type'>) {
  if (type === 'image') return <Picture />;
  if (type === 'audio') return <FileAudio />;
  return type === 'video' ? <FileVideo /> : <FileText />;
}

function PictureView({ file }: { readonly file: OutputFile }) {
  const [source, setSource] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    let made = '';
    fetchBlob(file.url, leaving.signal)
      .then((blob) => {
        if (leaving.signal.aborted || !blob.type.startsWith('image/')) return;
        made = URL.createObjectURL(blob);
        setSource(made);
      })
      .catch(() => {});
    return () => {
      leaving.abort();
      URL.revokeObjectURL(made);
    };
  }, [file.url]);
  return source === '' ? null : <img className={css.picture} src={source} alt={file.name} />;
}

async function fetchBlob(url: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { credentials: 'omit', ...(signal !== undefined && { signal }) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.blob();
}

async function download(file: OutputFile): Promise<void> {
  try {
    saveBlob(await fetchBlob(file.url), file.name);
  } catch {
    toast(workflowTexts().fileGone);
  }
}
