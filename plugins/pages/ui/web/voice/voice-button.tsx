import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#plugins/ui/web/components/button.tsx';
import { Spinner } from '#plugins/ui/web/components/spinner.tsx';
import { toast } from '#plugins/ui/web/components/toast.tsx';
import { Mic, Square } from '#plugins/ui/web/icons.tsx';
import { voiceTexts } from './texts/en.ts';
import styles from './voice.module.css';

/** What browsers record, and what the server takes (runtime API, audio). */
const kinds = [
  ['audio/webm;codecs=opus', 'webm'],
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
] as const;
/** Longer than anybody speaks at once, shorter than the server takes. */
const MAX_MS = 5 * 60_000;
/** Pressed for so long, it records until it is let go; shorter is a click. */
const HELD_MS = 350;

interface VoiceButtonProps {
  /** Turns a recording into text. */
  onRecorded(recording: Blob, name: string): Promise<string>;
  onText(text: string): void;
}

/** Records what one says, and turns it into text. */
export function VoiceButton({ onRecorded, onText }: VoiceButtonProps) {
  const t = voiceTexts();
  const [state, setState] = useState<'quiet' | 'recording' | 'hearing'>('quiet');
  const recorder = useRef<MediaRecorder | null>(null);
  const isGone = useRef(false);
  /** `over`: it was let go before the microphone was there. */
  const held = useRef<'no' | 'yes' | 'over'>('no');
  useEffect(
    () => () => {
      isGone.current = true;
      stopTracks(recorder.current);
    },
    [],
  );
  const record = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const [type, ending] = kinds.find(([each]) => MediaRecorder.isTypeSupported(each)) ?? ['', 'webm'];
      const parts: Blob[] = [];
      const made = new MediaRecorder(stream, type === '' ? {} : { mimeType: type });
      recorder.current = made;
      const timer = setTimeout(() => made.stop(), MAX_MS);
      made.addEventListener('dataavailable', ({ data }) => parts.push(data));
      made.addEventListener('stop', () => {
        clearTimeout(timer);
        stopTracks(made);
        void hear(new Blob(parts, { type: made.mimeType.split(';')[0] ?? '' }), `speech.${ending}`);
      });
      made.start();
      setState('recording');
      if (held.current === 'over') made.stop();
    } catch {
      toast(t.noMicrophone);
      setState('quiet');
    }
  };
  const hear = async (recording: Blob, name: string) => {
    if (isGone.current) return;
    setState('hearing');
    try {
      const text = (await onRecorded(recording, name)).trim();
      if (text === '') toast(t.notHeard);
      else onText(text);
    } catch {
      toast(t.notHeard);
    } finally {
      setState('quiet');
    }
  };
  const press = usePress(HELD_MS, {
    begin() {
      if (state !== 'quiet') return false;
      held.current = 'yes';
      void record();
      return true;
    },
    end() {
      held.current = 'over';
      if (recorder.current?.state === 'recording') recorder.current.stop();
    },
    click() {
      held.current = 'no';
      if (state === 'recording') recorder.current?.stop();
      else if (state === 'quiet') void record();
    },
  });
  const isRecording = state === 'recording';
  const label = isRecording ? t.stopSpeaking : state === 'hearing' ? t.hearing : t.speak;
  return (
    <IconButton
      label={label}
      className={isRecording ? styles.recording : undefined}
      aria-busy={state === 'hearing' || undefined}
      {...press}
    >
      {isRecording ? (
        <Square width="14" height="14" fill="currentColor" />
      ) : state === 'hearing' ? (
        <Spinner />
      ) : (
        <Mic />
      )}
    </IconButton>
  );
}

interface Press {
  /** It is held; false: that means nothing now. */
  begin(): boolean;
  end(): void;
  click(): void;
}

/** Tells a button that is held from one that is clicked, by pointer or by key. */
function usePress(after: number, { begin, end, click }: Press) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const letGo = () => {
    clearTimeout(timer.current);
    if (isHeld.current) end();
  };
  /** No click follows. */
  const leave = () => {
    letGo();
    isHeld.current = false;
  };
  return {
    onPointerDown() {
      isHeld.current = false;
      timer.current = setTimeout(() => {
        isHeld.current = begin();
      }, after);
    },
    onPointerUp: letGo,
    onPointerCancel: leave,
    onPointerLeave: leave,
    onClick() {
      // The click that ends a press is none.
      if (!isHeld.current) click();
      isHeld.current = false;
    },
  };
}

function stopTracks(recorder: MediaRecorder | null): void {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop();
}
