import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import { LRUCache } from 'lru-cache';
import { isMapping, mappingOf, type SettingWarning } from '#engine';

type Settings = Readonly<Record<string, unknown>>;

/** Longer code is checked when it runs. */
const MAX_CHARACTERS = 200_000;

/** What a text of code says of itself, without running it. */
interface ReadCode {
  /** Line of the first thing that is no code of the language. */
  readonly brokenLine: number | null;
  readonly definesMain: boolean;
  /** Names of the keys of each object that `main` returns; null: not all of them can be told from the text. */
  readonly returned: readonly ReadonlySet<string>[] | null;
  /** Python: names of the arguments of `main` that must be given, and of all it takes; null: it takes any. */
  readonly needed: readonly string[];
  readonly taken: ReadonlySet<string> | null;
}

/** One text is checked with every change of its document. */
const known = new LRUCache<string, ReadCode>({ max: 500 });

/** What a run that reaches the node would find out: code that can't be read, that lacks `main`, or that gives other outputs. */
export function codeWarnings(data: Settings): readonly SettingWarning[] {
  const code = typeof data.code === 'string' ? data.code : '';
  if (code.trim() === '') return [error('empty_code', 'is empty: write a function named main.')];
  if (code.length > MAX_CHARACTERS) return [];
  const isPython = data.code_language !== 'javascript';
  const read = readCode(code, isPython);
  const language = isPython ? 'Python' : 'JavaScript';
  if (read.brokenLine !== null) {
    return [error('code_syntax', `is no ${language}: look at line ${read.brokenLine}.`)];
  }
  if (!read.definesMain) return [error('missing_main', 'defines no function named main, which is what is run.')];
  return [...argumentWarnings(data, read), ...outputWarnings(data, read)];
}

function error(code: string, message: string, field = 'code'): SettingWarning {
  return { code, severity: 'error', field, message };
}

function argumentWarnings({ variables }: Settings, { needed, taken }: ReadCode): readonly SettingWarning[] {
  const list: readonly unknown[] = Array.isArray(variables) ? variables : [];
  const given = list.map((each) => String(mappingOf(each).variable ?? ''));
  const missing = needed.find((name) => !given.includes(name));
  if (missing !== undefined)
    return [error('missing_argument', `takes '${missing}' as an argument of main, and no input is called so.`)];
  const at = given.findIndex((name) => name !== '' && taken !== null && !taken.has(name));
  if (at === -1) return [];
  const message = `is given to main, which takes no argument '${given[at]}': add it there, or remove the input.`;
  return [error('unknown_argument', message, `variables.${at}.variable`)];
}

function outputWarnings({ outputs }: Settings, { returned }: ReadCode): readonly SettingWarning[] {
  if (!isMapping(outputs) || returned === null || returned.length === 0) return [];
  return Object.keys(outputs).flatMap((name): SettingWarning[] => {
    const lacking = returned.filter((keys) => !keys.has(name)).length;
    if (lacking === 0) return [];
    const how = lacking === returned.length ? 'never returns' : 'does not always return';
    return [
      {
        code: 'missing_output',
        severity: lacking === returned.length ? 'error' : 'warning',
        field: `outputs.${name}`,
        message: `declares '${name}', which main ${how}, and the node fails without it: return it, or remove the output.`,
      },
    ];
  });
}

function readCode(code: string, isPython: boolean): ReadCode {
  const key = `${isPython ? 'p' : 'j'}${code}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = isPython ? readPython(code) : readJavaScript(code);
  known.set(key, made);
  return made;
}

function brokenLine(tree: Tree, code: string): number | null {
  let at: number | null = null;
  tree.iterate({
    enter(node: SyntaxNodeRef) {
      if (node.type.isError) at ??= node.from;
      return at === null;
    },
  });
  return at === null ? null : code.slice(0, at).split('\n').length;
}

const unsaid = { needed: [], taken: null } as const;

function readPython(code: string): ReadCode {
  const tree = python.parse(code);
  const text = (node: SyntaxNode) => code.slice(node.from, node.to);
  const main = functionsOf(tree.topNode, 'FunctionDefinition').find((each) => {
    const name = each.getChild('VariableName');
    return name !== null && text(name) === 'main';
  });
  const broken = brokenLine(tree, code);
  if (main === undefined) return { brokenLine: broken, definesMain: /\bmain\b/.test(code), returned: null, ...unsaid };
  const returns = returnsIn(main, ['FunctionDefinition', 'LambdaExpression', 'ClassDefinition']);
  const returned = returns.map((each) => keysOf(each.getChild('DictionaryExpression'), { text, spread: '**' }));
  return { brokenLine: broken, definesMain: true, returned: allOf(returned), ...pythonArguments(main, text) };
}

function pythonArguments(main: SyntaxNode, text: (node: SyntaxNode) => string): Pick<ReadCode, 'needed' | 'taken'> {
  const list = main.getChild('ParamList');
  if (list === null) return unsaid;
  const parts = childrenOf(list).map((node) => ({ name: node.name, text: text(node) }));
  const isOpen = parts.some(({ name }) => name === '**' || name === '*' || name === '/');
  const names = parts.flatMap(({ name, text: written }, at) => {
    if (name !== 'VariableName' || parts[at - 1]?.name === 'AssignOp') return [];
    const end = parts.findIndex((each, place) => place > at && each.name === ',');
    const own = parts.slice(at, end === -1 ? parts.length : end);
    return [{ written, hasDefault: own.some((each) => each.name === 'AssignOp') }];
  });
  if (isOpen) return unsaid;
  return {
    needed: names.filter(({ hasDefault }) => !hasDefault).map(({ written }) => written),
    taken: new Set(names.map(({ written }) => written)),
  };
}

function readJavaScript(code: string): ReadCode {
  const tree = javascript.parse(code);
  const text = (node: SyntaxNode) => code.slice(node.from, node.to);
  const main = functionsOf(tree.topNode, 'FunctionDeclaration').find((each) => {
    const name = each.getChild('VariableDefinition');
    return name !== null && text(name) === 'main';
  });
  const broken = brokenLine(tree, code);
  if (main === undefined) return { brokenLine: broken, definesMain: /\bmain\b/.test(code), returned: null, ...unsaid };
  const inner = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration', 'ClassDeclaration'];
  const returned = returnsIn(main, inner).map((each) =>
    keysOf(each.getChild('ObjectExpression'), { text, spread: '...' }),
  );
  return { brokenLine: broken, definesMain: true, returned: allOf(returned), ...unsaid };
}

function functionsOf(top: SyntaxNode, name: string): readonly SyntaxNode[] {
  return childrenOf(top).flatMap((node) =>
    node.name === name ? [node] : node.name === 'ExportDeclaration' ? node.getChildren(name) : [],
  );
}

/** Statements that end the function itself, not one inside it. */
function returnsIn(main: SyntaxNode, inner: readonly string[]): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const open = childrenOf(main);
  for (const node of open) {
    if (node.name === 'ReturnStatement') found.push(node);
    else if (!inner.includes(node.name)) open.push(...childrenOf(node));
  }
  return found;
}

/** Keys of an object that is written out; null: there may be others. */
function keysOf(
  object: SyntaxNode | null,
  { text, spread }: { readonly text: (node: SyntaxNode) => string; readonly spread: string },
): ReadonlySet<string> | null {
  if (object === null) return null;
  const keys = new Set<string>();
  const parts = childrenOf(object);
  for (const [at, node] of parts.entries()) {
    if (node.name === spread || node.name === 'Spread') return null;
    const key = node.name === 'Property' ? node.firstChild : parts[at + 1]?.name === ':' ? node : null;
    if (key === null) continue;
    if (!['PropertyDefinition', 'String'].includes(key.name)) return null;
    keys.add(text(key).replace(/^[rbu]?(['"])(.*)\1$/is, '$2'));
  }
  return keys;
}

function allOf(returned: readonly (ReadonlySet<string> | null)[]): readonly ReadonlySet<string>[] | null {
  return returned.every((keys) => keys !== null) ? returned : null;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
