const place = (host, path) => `${host.settings.base_url.replace(/\/+$/, '')}/v1${path}`;

/** An error of the server under a name that Weft knows. */
async function refuse(answer, host) {
  const { error } = await answer.json().catch(() => ({}));
  const said = typeof error === 'string' ? error : (error?.message ?? `status ${answer.status}`);
  if (answer.status === 401 || answer.status === 403) throw host.error('unauthorized', said);
  if (answer.status === 404) throw host.error('unknown_model', said);
  if (answer.status === 402) throw host.error('quota', said);
  throw host.error('failed', said);
}

async function post(host, path, body, headers = { 'content-type': 'application/json' }) {
  const sent = headers['content-type'] === 'application/json' ? JSON.stringify(body) : body;
  const answer = await fetch(place(host, path), { method: 'POST', headers, body: sent });
  if (!answer.ok) await refuse(answer, host);
  return answer;
}

function content(given) {
  if (typeof given === 'string') return given;
  return given.map((part) =>
    part.type === 'text'
      ? part
      : part.type === 'image'
        ? { type: 'image_url', image_url: { url: part.url, ...(part.detail && { detail: part.detail }) } }
        : { type: 'file', file: { filename: part.name, file_data: part.url } },
  );
}

function message(given) {
  if (given.role === 'tool') return { role: 'tool', tool_call_id: given.toolCallId, content: given.content };
  if (given.role !== 'assistant' || !given.toolCalls?.length)
    return { role: given.role, content: content(given.content) };
  const calls = given.toolCalls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }));
  return { role: 'assistant', content: given.content || null, tool_calls: calls };
}

function requestOf(request) {
  const { tools = [], toolChoice, jsonSchema } = request;
  return {
    ...request.parameters,
    model: request.model,
    messages: request.messages.map(message),
    stream: true,
    stream_options: { include_usage: true },
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
      ...(toolChoice && {
        tool_choice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', function: toolChoice },
      }),
    }),
    ...(jsonSchema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: jsonSchema } },
    }),
  };
}

const reasons = { stop: 'stop', length: 'length', tool_calls: 'tool-calls', content_filter: 'content-filter' };

/** A form with one file, as bytes. */
function form(fields, file) {
  const boundary = `weft${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const heads = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const name = file.name.replace(/["\r\n]/g, '_');
  const opening = encoder.encode(
    `${heads.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${file.type}\r\n\r\n`,
  );
  const closing = encoder.encode(`\r\n--${boundary}--\r\n`);
  const body = new Uint8Array(opening.length + file.bytes.length + closing.length);
  body.set(opening, 0);
  body.set(file.bytes, opening.length);
  body.set(closing, opening.length + file.bytes.length);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

const localai = {
  async *llm(request, host) {
    const stream = await host.stream(place(host, '/chat/completions'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(request)),
    });
    if (!stream.ok) {
      let text = '';
      for await (const line of stream.lines()) text += line;
      await refuse({ status: stream.status, json: async () => JSON.parse(text) }, host);
    }
    const calls = [];
    let reason = 'stop';
    let usage = null;
    for await (const data of stream.events()) {
      if (data === '[DONE]') break;
      const part = JSON.parse(data);
      if (part.error) throw host.error('failed', part.error.message ?? 'the stream failed');
      if (part.usage) usage = part.usage;
      const [choice] = part.choices ?? [];
      if (choice?.delta?.reasoning_content) yield { type: 'reasoning', text: choice.delta.reasoning_content };
      if (choice?.delta?.content) yield { type: 'text', text: choice.delta.content };
      for (const piece of choice?.delta?.tool_calls ?? []) {
        calls[piece.index] ??= { id: piece.id ?? `call_${piece.index}`, name: '', arguments: '' };
        calls[piece.index].name += piece.function?.name ?? '';
        calls[piece.index].arguments += piece.function?.arguments ?? '';
      }
      if (choice?.finish_reason) reason = reasons[choice.finish_reason] ?? 'other';
    }
    for (const call of calls) if (call) yield { type: 'tool-call', call };
    yield { type: 'usage', promptTokens: usage?.prompt_tokens ?? 0, completionTokens: usage?.completion_tokens ?? 0 };
    yield { type: 'finish', reason: calls.length > 0 ? 'tool-calls' : reason };
  },

  async embedding({ model, texts }, host) {
    const { data, usage } = await (await post(host, '/embeddings', { model, input: texts })).json();
    const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    return { vectors, promptTokens: usage?.prompt_tokens ?? 0 };
  },

  async rerank({ model, query, documents, topN }, host) {
    const { results } = await (await post(host, '/rerank', { model, query, documents, top_n: topN })).json();
    return results.map(({ index, relevance_score: score }) => ({ index, score }));
  },

  async speechToText({ model, audio, mediaType, fileName }, host) {
    const { body, headers } = form({ model }, { name: fileName, type: mediaType, bytes: audio });
    const { text } = await (await post(host, '/audio/transcriptions', body, headers)).json();
    return { text };
  },

  async *textToSpeech({ model, text, voice }, host) {
    const answer = await post(host, '/audio/speech', {
      model,
      input: text,
      ...(voice && { voice }),
      response_format: 'mp3',
    });
    yield { mediaType: answer.headers.get('content-type') ?? 'audio/mpeg' };
    yield new Uint8Array(await answer.arrayBuffer());
  },

  async moderation({ model, texts }, host) {
    const { results } = await (await post(host, '/moderations', { model, input: texts })).json();
    const found = results.flatMap(({ categories = {} }) => Object.keys(categories).filter((name) => categories[name]));
    return { flagged: results.some(({ flagged }) => flagged), categories: [...new Set(found)] };
  },

  async test(host) {
    const answer = await fetch(place(host, '/models'));
    if (!answer.ok) await refuse(answer, host);
  },

  async models(host) {
    const answer = await fetch(place(host, '/models'));
    if (!answer.ok) await refuse(answer, host);
    const { data = [] } = await answer.json();
    const typeOf = (id) =>
      /embed|bge-(?!reranker)|e5-/i.test(id)
        ? 'embedding'
        : /rerank/i.test(id)
          ? 'rerank'
          : /whisper/i.test(id)
            ? 'speech-to-text'
            : /tts|piper|bark|voice/i.test(id)
              ? 'text-to-speech'
              : 'llm';
    return data.map(({ id }) => ({ name: id, type: typeOf(id) }));
  },
};

export default { providers: { localai } };
