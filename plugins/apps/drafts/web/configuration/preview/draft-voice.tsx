import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { call } from '#plugins/studio/web/contract.tsx';
import { lazyModule } from '#plugins/ui/web/contract.ts';
import type { Turn } from './preview-store.ts';

const voicePart = lazyModule(() => import('#plugins/ui/web/voice/contract.ts'));

/** Characters of an answer that the server says. */
const MAX_SAID = 10_000;

/** Records what is asked, where the draft takes recordings. */
export function DraftRecorder({ onText }: { onText(text: string): void }) {
  const { appId, store } = useEditor();
  const isOn = useConfig().at('speech_to_text', 'enabled') === true;
  const VoiceButton = voicePart.use(isOn)?.VoiceButton;
  if (!isOn || VoiceButton === undefined) return null;
  const hear = async (recording: Blob, name: string) => {
    // The server reads from what is saved whether it may listen.
    await store.flush();
    const body = new FormData();
    body.set('file', recording, name);
    const path = { app_id: appId };
    return (await call.post('/console/api/apps/{app_id}/draft/audio-to-text', { path, body })).text;
  };
  return <VoiceButton onRecorded={hear} onText={onText} />;
}

interface DraftReaderProps {
  readonly turn: Turn;
  /** Whether it came while the page was looked at, and is the last. */
  readonly isNew: boolean;
}

/** Reads an answer aloud, where the draft has a voice. */
export function DraftReader({ turn: { id, messageId, answer }, isNew }: DraftReaderProps) {
  const { appId, store } = useEditor();
  const config = useConfig();
  const isOn = config.at('text_to_speech', 'enabled') === true;
  const ReadAloud = voicePart.use(isOn)?.ReadAloud;
  const text = answer.trim().slice(0, MAX_SAID);
  if (!isOn || ReadAloud === undefined || text === '') return null;
  const read = async (signal: AbortSignal) => {
    await store.flush();
    const asked = { path: { app_id: appId }, body: { text }, signal };
    return (await call.open('POST', '/console/api/apps/{app_id}/draft/text-to-audio', asked)).blob();
  };
  const isWanted = isNew && config.at('text_to_speech', 'autoPlay') === 'enabled';
  return <ReadAloud id={messageId ?? `${appId} ${id}`} isWanted={isWanted} onRead={read} />;
}
