const mostCharacters = 4500;

/** Cuts a long text at its paragraphs: the address takes no more at once. */
function parts(text) {
  const found = [''];
  for (const line of text.split(/(?<=\n)/)) {
    for (let rest = line; rest !== ''; rest = rest.slice(mostCharacters)) {
      const piece = rest.slice(0, mostCharacters);
      if (found[found.length - 1].length + piece.length > mostCharacters) found.push('');
      found[found.length - 1] += piece;
    }
  }
  return found;
}

async function translated(text, source, dest, host) {
  const query = new URLSearchParams({ client: 'gtx', sl: source, tl: dest, dt: 't' });
  const answer = await fetch(`https://translate.googleapis.com/translate_a/single?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ q: text }).toString(),
  });
  if (answer.status === 429) throw host.error('limited', 'Google Translate was asked too often; try again later.');
  if (!answer.ok) throw host.error('failed', `Google Translate answered ${answer.status}.`);
  const [sentences] = await answer.json();
  return (sentences ?? []).map(([sentence]) => sentence ?? '').join('');
}

export default {
  tools: {
    async translate({ arguments: { content, dest, source } }, host) {
      const texts = [];
      for (const part of parts(String(content)))
        texts.push(await translated(part, source || 'auto', dest || 'en', host));
      return { text: texts.join('') };
    },
  },
};
