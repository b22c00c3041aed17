import { useRef, useState } from 'react';
import { IconButton } from '#plugins/ui/web/components/button.tsx';
import { Spinner } from '#plugins/ui/web/components/spinner.tsx';
import { toast } from '#plugins/ui/web/components/toast.tsx';
import { useOnChange } from '#plugins/ui/web/hooks.ts';
import { Pause, Play, Square, Volume } from '#plugins/ui/web/icons.tsx';
import { voiceTexts } from './texts/en.ts';

/** The answer that is being read, wherever it stands: one voice at a time. */
let silence: (() => void) | null = null;
const readAlready = new Set<string>();

interface ReadAloudProps {
  /** Of the answer. */
  readonly id: string;
  /** Whether it is read by itself; once, wherever it is shown. */
  readonly isWanted: boolean;
  readonly className?: string | undefined;
  onRead(signal: AbortSignal): Promise<Blob>;
}

/** Reads an answer aloud. */
export function ReadAloud({ id, isWanted, className, onRead }: ReadAloudProps) {
  const t = voiceTexts();
  const [state, setState] = useState<'quiet' | 'loading' | 'reading' | 'paused'>('quiet');
  const voice = useRef<HTMLAudioElement | null>(null);
  const stopping = useRef<(() => void) | null>(null);
  const read = async (isAsked: boolean) => {
    silence?.();
    const leaving = new AbortController();
    const audio = new Audio();
    voice.current = audio;
    let address = '';
    const end = () => {
      leaving.abort();
      audio.pause();
      URL.revokeObjectURL(address);
      setState('quiet');
      if (silence === end) silence = null;
    };
    silence = end;
    stopping.current = end;
    setState('loading');
    try {
      address = URL.createObjectURL(await onRead(leaving.signal));
      audio.src = address;
      audio.addEventListener('ended', end);
      await audio.play();
      setState('reading');
    } catch {
      // Browsers let no page speak that was not touched yet.
      if (!leaving.signal.aborted && isAsked) toast(t.notRead);
      end();
    }
  };
  useOnChange(id, () => {
    if (isWanted && !readAlready.has(id)) void read(false);
    readAlready.add(id);
    return () => stopping.current?.();
  });
  const pause = () => {
    voice.current?.pause();
    setState('paused');
  };
  const goOn = () => {
    setState('reading');
    voice.current?.play().catch(() => stopping.current?.());
  };
  const { label, sign, act } = {
    quiet: { label: t.readAloud, sign: <Volume width="16" height="16" />, act: () => void read(true) },
    loading: { label: t.stopReading, sign: <Spinner />, act: () => stopping.current?.() },
    reading: { label: t.pauseReading, sign: <Pause width="16" height="16" />, act: pause },
    paused: { label: t.goOnReading, sign: <Play width="16" height="16" />, act: goOn },
  }[state];
  return (
    <>
      <IconButton small label={label} className={className} onClick={act}>
        {sign}
      </IconButton>
      {(state === 'reading' || state === 'paused') && (
        <IconButton small label={t.stopReading} className={className} onClick={() => stopping.current?.()}>
          <Square width="14" height="14" />
        </IconButton>
      )}
    </>
  );
}
