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
import {
  brokenAnswer,
  type Caller,
  checkVectors,
  embedInBatches,
  estimatedTokens,
  isCount,
  toModelError,
  vectorOf,
} from '#plugins/provider-http/contract.ts';

/** Texts per request; more are sent one batch after the other. */
const EMBEDDING_BATCH = 512;

export function createEmbedding(caller: Caller): EmbeddingModel {
  const { endpoint } = caller;
  return {
    embed({ model, texts, dimensions, signal }) {
      return embedInBatches(texts, { size: EMBEDDING_BATCH, concurrency: 1, signal }, async (batch, batchSignal) => {
        const shortened = dimensions === undefined ? {} : { dimensions };
        const body = JSON.stringify({ model, input: batch, encoding_format: 'float', ...shortened });
        const answer = await caller.json({ path: '/embeddings', body, model, signal: batchSignal });
        const found = new Array<Float32Array | null | undefined>(batch.length).fill(undefined);
        for (const [place, item] of listOf(answer, 'data').entries()) {
          const index = isMapping(item) && typeof item.index === 'number' ? item.index : place;
          found[index] = isMapping(item) ? vectorOf(item.embedding) : null;
        }
        const vectors = checkVectors(found, { count: batch.length, dimensions }, endpoint, model);
        const usage = isMapping(answer) ? answer.usage : undefined;
        const counted = isMapping(usage) && isCount(usage.prompt_tokens) ? usage.prompt_tokens : null;
        return { vectors, promptTokens: counted ?? estimatedTokens(batch.join('').length) };
      });
    },
  };
}

export function createRerank(caller: Caller): RerankModel {
  return {
    async rerank({ model, query, documents, topN, signal }) {
      const body = JSON.stringify({ model, query, documents, top_n: topN });
      const answer = await caller.json({ path: '/rerank', body, model, signal });
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
        model,
        signal,
      });
      if (isMapping(answer) && typeof answer.text === 'string')
        return { text: answer.text, usage: usageOf(answer.usage) };
      throw brokenAnswer(caller.endpoint, 'sent no text for the audio.', { model });
    },
  };
}

export function createTextToSpeech(caller: Caller): TextToSpeechModel {
  return {
    async speak({ model, text, voice, signal }) {
      const body = JSON.stringify({ model, input: text, voice: voice || 'alloy', response_format: 'mp3' });
      const response = await caller.open({ path: '/audio/speech', body, model, signal });
      async function* audio(): AsyncGenerator<Uint8Array> {
        try {
          yield* response.body;
        } catch (error) {
          throw toModelError(error, caller.endpoint, { model, signal });
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
      const answer = await caller.json({
        path: '/moderations',
        body: JSON.stringify({ model, input: texts }),
        model,
        signal,
      });
      const results = listOf(answer, 'results');
      if (results.length === 0) throw brokenAnswer(caller.endpoint, 'sent no moderation result.', { model });
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

/** A file name inside a multipart header, as browsers write it. */
function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return name.replace(/[\x00-\x1f\x7f]/g, '').replaceAll('"', '%22');
}
