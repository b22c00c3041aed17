/** `provider#model`, as documents write it; empty for the workspace's default. */
function named(model) {
  const [provider = '', name = ''] = String(model ?? '').split('#');
  return name === '' ? {} : { provider, model: name };
}

/** Calls a model; where the workspace does not have the one that is named, its default. */
async function withDefault(model, call) {
  const wanted = named(model);
  if (wanted.model === undefined) return call({});
  try {
    return await call(wanted);
  } catch (error) {
    if (!/provider_not_initialize|model_currently_not_support/.test(error.name)) throw error;
    return call({});
  }
}

const say = (text, voice, model, host) =>
  withDefault(model, (wanted) => host.model.textToSpeech({ ...wanted, text, voice: voice ?? '' }));

function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const endings = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
};
const soundFile = (name, type, content) => ({ name: `${name}.${endings[type] ?? 'mp3'}`, media_type: type, content });

export default {
  tools: {
    async tts({ arguments: { text, model, voice } }, host) {
      const { media_type: type, audio } = await say(String(text), voice, model, host);
      return { text: '', files: [soundFile('speech', type, audio)] };
    },

    async asr({ arguments: { audio_file: file, model } }, host) {
      const request = { audio: file.content, media_type: file.media_type, file_name: file.name };
      const { text } = await withDefault(model, (wanted) => host.model.speechToText({ ...wanted, ...request }));
      return { text };
    },

    async podcast_audio_generator({ arguments: given }, host) {
      const lines = String(given.script)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      if (lines.length === 0) throw host.error('invalid', 'The script is empty.');
      const pieces = [];
      let type = 'audio/mpeg';
      for (const [index, line] of lines.entries()) {
        // "Host 1: …" and the like is not said.
        const text = line.replace(/^[^:：]{1,20}[:：]\s*/, '');
        const voice = index % 2 === 0 ? given.host1_voice : given.host2_voice;
        const spoken = await say(text === '' ? line : text, voice, given.model, host);
        type = spoken.media_type;
        pieces.push(spoken.audio);
      }
      return { text: '', files: [soundFile('podcast', type, joined(pieces))] };
    },
  },
};
