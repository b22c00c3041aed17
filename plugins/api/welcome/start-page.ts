import { Public, type Reply, type Route, route } from '#http';

const headers = {
  // No scripts, and nothing from elsewhere: all it may load is the style sheet of the API pages.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The same for everybody: nothing of the request, the server or its data is in it, so there is nothing to escape. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Weft</title>
<link rel="stylesheet" href="/docs/api/style.css">
</head>
<body>
<main>
<h1>Weft</h1>
<p>A workspace and runtime for AI apps: build them from a graph, publish them, call them over HTTP. This server is running.</p>
<ul>
<li><a href="/docs/api">API pages</a>: every route, with examples</li>
<li><a href="/openapi.json">openapi.json</a>: the same for programs</li>
<li><a href="/readyz">Health</a>: whether it can serve</li>
</ul>
<h2>Sign in</h2>
<p>From a terminal, in the folder of the program. The first owner of the workspace is made once:</p>
<pre><code>npx weft owner claim you@example.com</code></pre>
<p>After that, or with an invitation:</p>
<pre><code>npx weft login</code></pre>
</main>
</body>
</html>
`;

const reply: Reply = {
  status: 200,
  headers,
  body: { kind: 'text', text: page, contentType: 'text/html; charset=utf-8' },
};

/** What a browser shows at the address of the server. */
export const startPage: Route = route({
  id: 'welcome.page',
  method: 'GET',
  path: '/',
  access: Public,
  summary: 'Tell what this server is, as a page',
  docs: {
    tag: 'Server',
    answers: { 200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } } },
  },
  handle: () => reply,
});
