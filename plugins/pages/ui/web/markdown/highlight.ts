import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { createElement, Fragment, type ReactNode } from 'react';
import styles from './markdown.module.css';

const grammars = {
  ...{
    bash,
    c,
    cpp,
    csharp,
    css,
    diff,
    go,
    java,
    javascript,
    json,
    php,
    python,
    ruby,
    rust,
    sql,
    typescript,
    xml,
    yaml,
  },
};
const lowlight = createLowlight(grammars);
lowlight.registerAlias({
  bash: ['shell', 'console'],
  javascript: ['jsx'],
  typescript: ['tsx'],
  json: ['jsonc', 'json5'],
});

/** Kinds of parts that look alike. */
const looks: Readonly<Record<string, string>> = {
  ...{ keyword: 'keyword', 'selector-tag': 'keyword', literal: 'keyword', name: 'keyword', meta: 'comment' },
  ...{ comment: 'comment', quote: 'comment', string: 'string', regexp: 'string', addition: 'string', symbol: 'string' },
  ...{ number: 'number', attr: 'title', attribute: 'title', title: 'title', section: 'title', built_in: 'title' },
  ...{ type: 'title', deletion: 'deletion', variable: 'number', 'template-variable': 'number', property: 'title' },
};

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly Node[];
}

/** Code as elements in colours; null: the language isn't known. */
export function highlight(text: string, language: string): ReactNode {
  if (!lowlight.registered(language)) return null;
  return parts(lowlight.highlight(language, text) as unknown as Node);
}

function parts({ children = [] }: Node): ReactNode {
  return createElement(
    Fragment,
    null,
    ...children.map((child): ReactNode => {
      if (child.type === 'text') return child.value ?? '';
      const look = lookOf(child.properties?.className);
      return look === undefined ? parts(child) : createElement('span', { className: look }, parts(child));
    }),
  );
}

function lookOf(names: unknown): string | undefined {
  const [first] = Array.isArray(names) ? (names as unknown[]) : [];
  const look = typeof first === 'string' ? looks[first.replace(/^hljs-/, '')] : undefined;
  return look === undefined ? undefined : styles[look];
}
