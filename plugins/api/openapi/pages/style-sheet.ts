/** Of all pages: readable on paper, small screens and in the dark. */
export const styleSheet = `\
:root {
  --ink: #1d2329; --quiet: #5b6670; --line: #dde2e6; --ground: #fff; --shade: #f5f7f8; --link: #0b5cad;
  --get: #1a6e3c; --post: #0b5cad; --put: #8a5a00; --patch: #6b3fa0; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e8eb; --quiet: #9aa5ae; --line: #333b42; --ground: #14181b; --shade: #1c2226; --link: #7cb7f2;
    --get: #6fcf97; --post: #7cb7f2; --put: #e2b55a; --patch: #c3a1ef; --delete: #f28b82;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; color: var(--ink); background: var(--ground);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
a { color: var(--link); }
code, pre, .path, .type { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875em; }
p code, li code, td code { background: var(--shade); padding: 0.1em 0.3em; border-radius: 3px; }
pre {
  background: var(--shade); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; overflow-x: auto;
  max-height: 30rem; line-height: 1.45;
}
nav { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); font-size: 0.9rem; }
nav ul { list-style: none; margin: 0 0 0.75rem; padding: 0; }
nav li { margin: 0.15rem 0; overflow-wrap: anywhere; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
form[role=search] input { width: 100%; font: inherit; padding: 0.35rem 0.6rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; }
nav .surface > p { margin: 1rem 0 0.25rem; font-weight: 700; }
nav .surface > p a { color: inherit; }
nav [aria-current] { font-weight: 700; }
nav li ul { margin: 0.15rem 0 0.5rem 0.75rem; }
form[role=search] label { font-size: 0.85rem; color: var(--quiet); }
.lines { list-style: none; margin: 0 0 1rem; padding: 0; }
.lines li { margin: 0.3rem 0; overflow-wrap: anywhere; }
.lines a { text-decoration: none; }
.lines .method { display: inline-block; }
.site { font-weight: 700; font-size: 1.1rem; margin: 0 0 0.5rem; }
main { padding: 1.5rem 1.25rem 6rem; max-width: 60rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; margin: 3rem 0 1rem; padding-bottom: 0.3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 0.6rem; }
h4 { font-size: 0.95rem; margin: 1.25rem 0 0.4rem; }
[hidden] { display: none !important; }
.card { border: 1px solid var(--line); border-radius: 8px; margin: 0.6rem 0; }
.card > summary {
  cursor: pointer; padding: 0.6rem 0.9rem; display: flex; gap: 0.75rem; align-items: baseline; flex-wrap: wrap;
}
.card[open] > summary { border-bottom: 1px solid var(--line); }
.card > div { padding: 0.25rem 0.9rem 0.9rem; }
.card > div { scroll-margin-top: 4rem; }
.card:has(:target) { outline: 2px solid var(--link); }
.samples { margin: 0.75rem 0; }
.sample > summary::before { content: '▸ '; }
.sample[open] > summary::before { content: ''; }
.sample > summary { list-style: none; display: inline-block; cursor: pointer; padding: 0.15rem 0.6rem; font-size: 0.85rem; color: var(--quiet); }
.sample[open] > summary { color: var(--ink); font-weight: 600; border-bottom: 2px solid var(--link); }
.sample pre { margin: 0.25rem 0 0.5rem; }
.method { font-weight: 700; font-size: 0.8rem; min-width: 3.6rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
.path { font-weight: 600; overflow-wrap: anywhere; }
.about { color: var(--quiet); flex: 1 1 14rem; }
table { border-collapse: collapse; width: 100%; margin: 0.25rem 0 0.75rem; font-size: 0.92rem; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem 0.35rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 500; }
td:first-child { white-space: nowrap; }
td.type { min-width: 6rem; }
.type { color: var(--quiet); overflow-wrap: anywhere; }
.need { color: var(--delete); font-size: 0.8rem; }
.status { font-weight: 600; }
@media (min-width: 62rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 2rem 2.5rem 8rem; }
}
/* In a row, where the browser knows what a card of samples holds. */
@supports selector(::details-content) {
  .samples { display: grid; grid-template-columns: auto auto 1fr; }
  .sample { display: contents; }
  .sample > summary { justify-self: start; }
  .sample::details-content { grid-column: 1 / -1; grid-row: 2; min-width: 0; }
}
@media print { nav { display: none; } pre { max-height: none; } }
`;
