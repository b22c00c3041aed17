import { type LanguageSupport, StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { CodeLanguage } from './editor-options.ts';

/** Each comes when it is shown first. */
const loaders: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  javascript: async () => supportOf((await import('@codemirror/lang-javascript')).javascript()),
  python3: async () => supportOf((await import('@codemirror/lang-python')).python()),
  json: async () => supportOf((await import('@codemirror/lang-json')).json()),
  yaml: async () => supportOf((await import('@codemirror/lang-yaml')).yaml()),
  jinja2: async () => jinja,
};

/** Grammar, indenting, comments; what packages offer while typing is left to the help of the field. */
function supportOf({ language }: LanguageSupport): Extension {
  return language;
}

export async function languageOf(name: string): Promise<Extension> {
  return Object.hasOwn(loaders, name) ? await loaders[name as CodeLanguage]() : [];
}

const words =
  /^(?:if|elif|else|endif|for|endfor|in|not|and|or|is|set|endset|macro|endmacro|filter|endfilter|raw|endraw)\b/;

/** Jinja in plain text: `{{ }}`, `{% %}` and `{# #}`. */
const jinja = StreamLanguage.define<{ inside: '' | '}}' | '%}' | '#}' }>({
  name: 'jinja2',
  startState: () => ({ inside: '' }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.inside === '') {
      if (stream.match('{{')) state.inside = '}}';
      else if (stream.match('{%')) state.inside = '%}';
      else if (stream.match('{#')) state.inside = '#}';
      else {
        stream.next();
        stream.eatWhile(/[^{]/);
        return null;
      }
      return state.inside === '#}' ? 'comment' : 'keyword';
    }
    const isComment = state.inside === '#}';
    if (stream.match(isComment ? /^-?#\}/ : /^-?[%}]\}/)) {
      state.inside = '';
      return isComment ? 'comment' : 'keyword';
    }
    if (isComment) {
      stream.next();
      stream.eatWhile(/[^#]/);
      return 'comment';
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^(?:"[^"]*"|'[^']*')/)) return 'string';
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
    if (stream.match(words)) return 'keyword';
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) return 'variableName';
    stream.next();
    return 'operator';
  },
});
