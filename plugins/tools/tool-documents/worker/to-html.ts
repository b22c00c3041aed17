import type { Block, Run } from './markdown.ts';

const STYLE =
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif}table{border-collapse:collapse}' +
  'th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left}pre{background:#f5f5f5;padding:.8rem;overflow:auto}' +
  'blockquote{border-left:3px solid #ccc;margin-left:0;padding-left:1rem;color:#555}';

/** A page of its own. Everything of the document is text in it, and the page allows itself no script. */
export function toHtml(blocks: readonly Block[], title: string): string {
  const policy = `default-src 'none'; style-src 'unsafe-inline'`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${blocks.map(block).join('\n')}
</body>
</html>
`;
}

function block(one: Block): string {
  switch (one.kind) {
    case 'heading':
      return `<h${one.level}>${inline(one.runs)}</h${one.level}>`;
    case 'paragraph':
      return `<p>${inline(one.runs)}</p>`;
    case 'code':
      return `<pre><code>${escaped(one.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>${one.blocks.map(block).join('\n')}</blockquote>`;
    case 'list': {
      const items = one.items.map((item) => `<li>${item.map(tight).join('\n')}</li>`).join('\n');
      return one.ordered ? `<ol start="${one.start}">${items}</ol>` : `<ul>${items}</ul>`;
    }
    case 'table': {
      const row = (cells: readonly (readonly Run[])[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`;
      const [head = [], ...rows] = one.rows;
      return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`;
    }
    case 'rule':
      return '<hr>';
  }
}

function tight(one: Block): string {
  return one.kind === 'paragraph' ? inline(one.runs) : block(one);
}

function inline(runs: readonly Run[]): string {
  return runs
    .map(({ text, bold, italic, strike, code, link }) => {
      let html = escaped(text).replaceAll('\n', '<br>');
      if (code) html = `<code>${html}</code>`;
      if (bold) html = `<strong>${html}</strong>`;
      if (italic) html = `<em>${html}</em>`;
      if (strike) html = `<del>${html}</del>`;
      return link === undefined ? html : `<a href="${escaped(link)}" rel="noopener noreferrer">${html}</a>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
