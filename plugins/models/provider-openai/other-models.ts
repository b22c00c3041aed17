import { randomUUID } from 'node:crypto';
import { isMapping } from '#engine';
import { type Egress, quotedName } from '#plugins/egress/contract.ts';
import type {
  CallTokens,
  ModerationModel,
  RerankModel,
  SpeechToTextModel,
  TextToSpeechModel,
} from '#plugins/models/contract.ts';
import {
  brokenAnswer,
  type Caller,
  createCaller,
  isCount,
  rankingOf,
  toModelError,
} from '#plugins/provider-http/contract.ts';
import type { OpenAiEndpoint } from './endpoint.ts';

/** `/rerank`, as Jina has it and others after it. */
export function createRerank(caller: Caller<OpenAiEndpoint>, egress: Egress): RerankModel {
  const { endpoint } = caller;
  const { base, path, documents: field, topN: limit } = endpoint.vectors.rerank;
  const reranker = base === undefined ? caller : createCaller(egress, { ...endpoint, base });
  return {
    async rerank({ model, query, documents, topN, signal }) {
      const body = JSON.stringify({
        model: endpoint.sentModel ?? model,
        query,
        [field]: documents,
        ...(limit === null ? {} : { [limit]: topN }),
      });
      const answer = await reranker.json({ path, body, model, signal });
      return rankingOf(answer, { count: documents.length, topN }, endpoint, model);
    },
  };
}

export function createSpeechToText(caller: Caller<OpenAiEndpoint>): SpeechToTextModel {
  return {
    async transcribe({ model, audio, mediaType, fileName, signal }) {
      const boundary = `weft-${randomUUID()}`;
      const answer = await caller.json({
        path: pathOf(caller.endpoint, '/audio/transcriptions', model),
        body: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\n${caller.endpoint.sentModel ?? model}\r\n` +
              `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quotedName(fileName)}"\r\n` +
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

export function createTextToSpeech(caller: Caller<OpenAiEndpoint>): TextToSpeechModel {
  return {
    async speak({ model, text, voice, signal }) {
      const { endpoint } = caller;
      const chosen = voice || (endpoint.voice?.(model) ?? 'alloy');
      const sent = endpoint.sentModel ?? model;
      const body = JSON.stringify({ model: sent, input: text, voice: chosen, response_format: 'mp3' });
      const response = await caller.open({ path: pathOf(endpoint, '/audio/speech', model), body, model, signal });
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

export function createModeration(caller: Caller<OpenAiEndpoint>): ModerationModel {
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
        for (const [name, hit] of Object.entries(isMapping(result.categories) ? result.categories : {})) {
          if (hit === true) categories.add(name);
        }
        // Mistral tells categories alone.
        flagged ||= result.flagged === undefined ? categories.size > 0 : result.flagged === true;
      }
      return { flagged, categories: [...categories] };
    },
  };
}

function pathOf(endpoint: OpenAiEndpoint, path: string, model: string): string {
  return endpoint.route?.(path, model) ?? path;
}

function listOf(answer: unknown, name: string): readonly unknown[] {
  const list = isMapping(answer) ? answer[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** Of transcriptions; models that are paid by the minute tell no tokens. */
function usageOf(usage: unknown): CallTokens {
  const count = (name: string) => (isMapping(usage) && isCount(usage[name]) ? usage[name] : 0);
  return { promptTokens: count('input_tokens'), completionTokens: count('output_tokens') };
}
