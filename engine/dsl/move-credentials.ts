/** Moves credentials that were typed into nodes to secret environment variables (app DSL, export). */
import { newId } from '../../kernel/index.ts';
import type { MovedCredential, ParsedApp } from '../contract.ts';
import { fromJson, isMapping, toJson } from '../run/value.ts';
import { credentialWarnings, isSecretName, isTyped } from './credential-scan.ts';
import { listAt, type Mapping, mappingAt, textAt, valueAt } from './tree.ts';

/** Shapes of credentials inside longer texts; `before` stays where it is. */
const shapes =
  /(?<before>\bBearer\s+)(?<bearer>[A-Za-z0-9._~+/-]{12,}=*)|\b(?<key>(?:sk|pk|rk|app|dataset|ghp|gho|glpat|xox[abp]|hf|fc|tvly|r8|nvapi)[-_][A-Za-z0-9_-]{16,}|AKIA[A-Z0-9]{16}\b)|(?<slashes>\/\/)(?<login>[^/\s:@{}]+:[^/\s:@{}]+)(?=@)|(?<parameter>[?&](?:key|api_?key|token|access_token|secret|sign)=)(?<value>[A-Za-z0-9._-]{8,})/gi;
/** What stands before a credential in a header. */
const scheme = /^\s*(?:(?:Bearer|Basic|Token)\s+)?/i;

/** A document without its typed-in credentials, and where they were. Values that hold placeholders beside them are left alone. */
export function moveCredentials(parsed: ParsedApp): {
  readonly parsed: ParsedApp;
  readonly moved: readonly MovedCredential[];
} {
  const tree = fromJson(parsed.tree) as Mapping;
  const workflow = mappingAt(tree, 'workflow');
  const variables = new NewVariables(listAt(workflow, 'environment_variables'));
  const graph = mappingAt(workflow, 'graph');
  const before = listAt(graph, 'nodes');
  const after = before.map((node) => cleared(node, variables));
  if (variables.moved.length === 0) return { parsed, moved: [] };
  const told = new Set(before.flatMap(warningsOf));
  const warnings = [...parsed.warnings.filter((warning) => !told.has(warning)), ...after.flatMap(warningsOf)];
  const environment = [...listAt(workflow, 'environment_variables'), ...variables.entries];
  const changed = { ...workflow, graph: { ...graph, nodes: after }, environment_variables: environment };
  return { parsed: { ...parsed, tree: toJson({ ...tree, workflow: changed }), warnings }, moved: variables.moved };
}

/** One variable for each value, however often it was typed. */
class NewVariables {
  readonly moved: MovedCredential[] = [];
  readonly entries: Mapping[] = [];
  readonly #taken: Set<string>;
  readonly #byValue = new Map<string, string>();

  constructor(existing: readonly unknown[]) {
    this.#taken = new Set(existing.map((entry) => textAt(entry, 'name')));
  }

  /** The placeholder that stands for the value from now on. */
  placeholder(value: string, wish: string, place: Omit<MovedCredential, 'variable'>): string {
    const variable = this.#byValue.get(value) ?? this.#add(value, wish);
    this.moved.push({ ...place, variable });
    return `{{#env.${variable}#}}`;
  }

  #add(value: string, wish: string): string {
    const letters = wish.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
    const base = /^[A-Za-z]/.test(letters) ? letters.slice(0, 40).toLowerCase() : `secret_${letters.slice(0, 40)}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}_${count}`;
    this.#taken.add(name);
    this.#byValue.set(value, name);
    this.entries.push({ id: newId(), name, description: '', value_type: 'secret', value, selector: ['env', name] });
    return name;
  }
}

function cleared(node: unknown, variables: NewVariables): unknown {
  const data = valueAt(node, 'data');
  if (!isMapping(node) || !isMapping(data) || textAt(data, 'type') !== 'http-request') return node;
  const { id, title } = namesOf(node);
  const move = (field: string) => (value: string, wish: string) =>
    variables.placeholder(value, wish, { nodeId: id, title, field });
  let changed: Mapping = data;
  const put = (key: string, value: unknown) => {
    if (value !== valueAt(changed, key)) changed = { ...changed, [key]: value };
  };
  const authorization = mappingAt(data, 'authorization');
  const config = mappingAt(authorization, 'config');
  const key = textAt(config, 'api_key');
  if (valueAt(authorization, 'type') !== 'no-auth' && isTyped(key) && !key.includes('{{')) {
    const placeholder = move('authorization.config.api_key')(key.trim(), `${textAt(config, 'header')} api_key`);
    put('authorization', { ...authorization, config: { ...config, api_key: placeholder } });
  }
  for (const field of ['headers', 'params']) {
    const text = textAt(data, field);
    const lines = text.split('\n').map((line) => clearedLine(line, move(field)));
    if (text !== lines.join('\n')) put(field, lines.join('\n'));
  }
  const url = clearedText(textAt(data, 'url'), 'url', move('url'));
  if (url !== textAt(data, 'url')) put('url', url);
  const body = mappingAt(data, 'body');
  const items = valueAt(body, 'data');
  if (Array.isArray(items)) {
    const clean = items.map((item) => clearedItem(item, move('body.data')));
    if (clean.some((item, index) => item !== items[index])) put('body', { ...body, data: clean });
  }
  return changed === data ? node : { ...node, data: changed };
}

type Move = (value: string, wish: string) => string;

function clearedLine(line: string, move: Move): string {
  const colon = line.indexOf(':');
  if (colon === -1) return line;
  const name = line.slice(0, colon);
  return `${name}:${clearedValue(name, line.slice(colon + 1), move)}`;
}

function clearedItem(item: unknown, move: Move): unknown {
  const value = textAt(item, 'value');
  const clean = clearedValue(textAt(item, 'key'), value, move);
  return isMapping(item) && clean !== value ? { ...item, value: clean } : item;
}

/** The whole value of a name that says it is a credential, else what looks like one in it. */
function clearedValue(name: string, value: string, move: Move): string {
  if (!isSecretName(name) || !isTyped(value) || value.includes('{{')) return clearedText(value, name, move);
  const before = scheme.exec(value)?.[0] ?? '';
  const rest = value.slice(before.length);
  return `${before}${move(rest.trim(), name)}${rest.slice(rest.trimEnd().length)}`;
}

function clearedText(text: string, wish: string, move: Move): string {
  return text.replace(shapes, (...match) => {
    const found = match.at(-1) as Readonly<Record<string, string | undefined>>;
    const kept = found.before ?? found.slashes ?? found.parameter ?? '';
    const value = found.bearer ?? found.key ?? found.login ?? found.value ?? '';
    return `${kept}${move(value, wish.trim() === '' ? 'secret' : wish)}`;
  });
}

function namesOf(node: unknown): { readonly id: string; readonly title: string } {
  const data = mappingAt(node, 'data');
  return { id: textAt(node, 'id'), title: textAt(data, 'title', textAt(data, 'type')) };
}

function warningsOf(node: unknown): string[] {
  const data = mappingAt(node, 'data');
  return textAt(data, 'type') === 'http-request' ? credentialWarnings({ ...namesOf(node), data }) : [];
}
