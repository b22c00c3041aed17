/** Voices of conversations, loaded by the pages whose app has one (`lazyModule`). */

/** Beside an answer: reads it aloud, or stops that; one answer at a time on a page. */
export { ReadAloud } from './read-aloud.tsx';
/** Beside what is written in: records what is said, and gives its text. */
export { VoiceButton } from './voice-button.tsx';
