import { randomUUID } from 'node:crypto';
import { isMapping } from '#engine';
import type {
  CallTokens,
  EmbeddingModel,
  ModerationModel,
  RerankModel,
  SpeechToTextModel,
  TextToSpeechModel,
} from '#plugins/models/contract.ts';
import type { Caller } from './call.ts';
import { brokenAnswer, toModelError } from './failure.ts';

/** Texts per request; more are sent one batch after the other. */
const EMBEDDING_BATCH = 512;

export function createEmbedding(caller: Caller): EmbeddingModel {
  async function embedBatch(model: string, texts: readonly string[], signal: AbortSignal) {
    const body = JSON.stringify({ model, input: texts, encoding_format: 'float' });
    const answer = await caller.json({ path: '/embeddings', body, signal });
    const vectors = new Array<readonly number[]>(texts.length);
    for (const [place, item] of listOf(answer, 'data').entries()) {
      const index = isMapping(item) && typeof item.index === 'number' ? item.index : place;
      if (isMapping(item) && isVector(item.embedding) && index < texts.length) vectors[index] = item.embedding;
    }
    for (let index = 0; index < texts.length; index += 1) {
      if (vectors[index] === undefined) throw brokenAnswer(caller.endpoint, 'sent fewer embeddings than texts.');
    }
    const usage = isMapping(answer) ? answer.usage : undefined;
    const counted = isMapping(usage) && typeof usage.prompt_tokens === 'number' ? usage.prompt_tokens : null;
    return { vectors, promptTokens: counted ?? Math.ceil(texts.join('').length / 4) };
  }

  return {
    async embed({ model, texts, signal }) {
      const vectors: (readonly number[])[] = [];
      let promptTokens = 0;
      for (let start = 0; start < texts.length; start += EMBEDDING_BATCH) {
        const batch = await embedBatch(model, texts.slice(start, start + EMBEDDING_BATCH), signal);
        for (const vector of batch.vectors) vectors.push(vector);
        promptTokens += batch.promptTokens;
      }
      return { vectors, promptTokens };
    },
  };
}

export function createRerank(caller: Caller): RerankModel {
  return {
    async rerank({ model, query, documents, topN, signal }) {
      const body = JSON.stringify({ model, query, documents, top_n: topN });
      const answer = await caller.json({ path: '/rerank', body, signal });
      const results: { index: number; score: number }[] = [];
      for (const item of listOf(answer, 'results')) {
        const score = isMapping(item) ? (item.relevance_score ?? item.score) : undefined;
        if (
          isMapping(item) &&
          typeof item.index === 'number' &&
          item.index < documents.length &&
          typeof score === 'number'
        ) {
          results.push({ index: item.index, score });
        }
      }
      return results.sort((left, right) => right.score - left.score).slice(0, topN);
    },
  };
}

export function createSpeechToText(caller: Caller): SpeechToTextModel {
  return {
    async transcribe({ model, audio, mediaType, fileName, signal }) {
      const boundary = `weft-${randomUUID()}`;
      const answer = await caller.json({
        path: '/audio/transcriptions',
        body: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\n${model}\r\n` +
              `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(fileName)}"\r\n` +
              `content-type: ${/^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream'}\r\n\r\n`,
          ),
          audio,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
        contentType: `multipart/form-data; boundary=${boundary}`,
        signal,
      });
      if (isMapping(answer) && typeof answer.text === 'string')
        return { text: answer.text, usage: usageOf(answer.usage) };
      throw brokenAnswer(caller.endpoint, 'sent no text for the audio.');
    },
  };
}

export function createTextToSpeech(caller: Caller): TextToSpeechModel {
  return {
    async speak({ model, text, voice, signal }) {
      const body = JSON.stringify({ model, input: text, voice: voice || 'alloy', response_format: 'mp3' });
      const response = await caller.open({ path: '/audio/speech', body, signal });
      async function* audio(): AsyncGenerator<Uint8Array> {
        try {
          yield* response.body;
        } catch (error) {
          throw toModelError(error, caller.endpoint, signal);
        } finally {
          response.body.destroy();
        }
      }
      // The answer is sound alone, and tells no tokens: those of the text are estimated, as those of embeddings.
      const usage = { promptTokens: Math.ceil(text.length / 4), completionTokens: 0 };
      return { mediaType: response.headers['content-type'] ?? 'audio/mpeg', audio: audio(), usage };
    },
  };
}

export function createModeration(caller: Caller): ModerationModel {
  return {
    async moderate({ model, texts, signal }) {
      const answer = await caller.json({ path: '/moderations', body: JSON.stringify({ model, input: texts }), signal });
      const results = listOf(answer, 'results');
      if (results.length === 0) throw brokenAnswer(caller.endpoint, 'sent no moderation result.');
      const categories = new Set<string>();
      let flagged = false;
      for (const result of results) {
        if (!isMapping(result)) continue;
        flagged ||= result.flagged === true;
        for (const [name, hit] of Object.entries(isMapping(result.categories) ? result.categories : {})) {
          if (hit === true) categories.add(name);
        }
      }
      return { flagged, categories: [...categories] };
    },
  };
}

function listOf(answer: unknown, name: string): readonly unknown[] {
  const list = isMapping(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Of transcriptions; models that are paid by the minute tell no tokens. */
function usageOf(usage: unknown): CallTokens {
  const count = (name: string) => (isMapping(usage) && typeof usage[name] === 'number' ? usage[name] : 0);
  return { promptTokens: count('input_tokens'), completionTokens: count('output_tokens') };
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number');
}

/** A file name inside a multipart header, as browsers write it. */
function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return name.replace(/[\x00-\x1f\x7f]/g, '').replaceAll('"', '%22');
}
