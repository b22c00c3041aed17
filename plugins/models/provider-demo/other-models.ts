import { createHash } from 'node:crypto';
import type {
  EmbeddingModel,
  ModerationModel,
  RerankModel,
  SpeechToTextModel,
  TextToSpeechModel,
} from '#plugins/models/contract.ts';
import { countTokens, tokensOf } from './tokens.ts';

const DIMENSIONS = 128;

/** Each word adds to the place its hash names: texts that share words lie near each other. Length 1. */
export const demoEmbedding: EmbeddingModel = {
  async embed({ texts, signal }) {
    signal.throwIfAborted();
    return { vectors: texts.map(embed), promptTokens: texts.reduce((sum, text) => sum + countTokens(text), 0) };
  },
};

/** Score: the share of the query's words that a document has. */
export const demoRerank: RerankModel = {
  async rerank({ query, documents, topN, signal }) {
    signal.throwIfAborted();
    const wanted = new Set(wordsOf(query));
    return documents
      .map((document, index) => {
        const found = new Set(wordsOf(document).filter((word) => wanted.has(word)));
        return { index, score: wanted.size === 0 ? 0 : found.size / wanted.size };
      })
      .sort((left, right) => right.score - left.score || left.index - right.index)
      .slice(0, topN);
  },
};

/** Hears nothing, and says so. */
export const demoSpeechToText: SpeechToTextModel = {
  async transcribe({ audio, fileName, signal }) {
    signal.throwIfAborted();
    return { text: `The demo model can not listen. It received ${audio.length} bytes of audio named ${fileName}.` };
  },
};

/** A tone as long as the text would take to be said: audible proof of the path, not speech. */
export const demoTextToSpeech: TextToSpeechModel = {
  async speak({ text, signal }) {
    signal.throwIfAborted();
    async function* audio(): AsyncGenerator<Uint8Array> {
      yield tone(Math.min(5, Math.max(0.3, countTokens(text) * 0.3)));
    }
    return { mediaType: 'audio/wav', audio: audio() };
  },
};

const FLAGGED: Readonly<Record<string, readonly string[]>> = {
  violence: ['kill', 'murder', 'bomb'],
  hate: ['hate'],
  'self-harm': ['suicide'],
};

/** Flags a short list of words. */
export const demoModeration: ModerationModel = {
  async moderate({ texts, signal }) {
    signal.throwIfAborted();
    const words = new Set(texts.flatMap(wordsOf));
    const categories = Object.keys(FLAGGED).filter((name) => FLAGGED[name]?.some((word) => words.has(word)));
    return { flagged: categories.length > 0, categories };
  },
};

function embed(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of wordsOf(text)) {
    const hash = createHash('sha256').update(word).digest();
    const place = hash.readUInt16BE(0) % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  // A text without words points somewhere as well: a zero vector has no angle.
  if (length === 0) return vector.map((_value, index) => (index === 0 ? 1 : 0));
  return vector.map((value) => value / length);
}

function wordsOf(text: string): readonly string[] {
  return tokensOf(text.toLowerCase()).filter((token) => /[\p{L}\p{N}]/u.test(token));
}

/** A WAV file: 8 kHz, 16 bits, one channel, 440 Hz. */
function tone(seconds: number): Uint8Array {
  const rate = 8_000;
  const samples = Math.round(rate * seconds);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1) {
    wav.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * index) / rate)), 44 + index * 2);
  }
  return wav;
}
