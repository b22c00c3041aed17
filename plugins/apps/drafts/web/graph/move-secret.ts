import {
  type DocumentOperation,
  isMapping,
  type Mapping,
  type Path,
  valueAt,
} from '#plugins/drafts/web/document/operations.ts';
import { writeSetting } from './settings.ts';

const variables: Path = ['workflow', 'environment_variables'];
const placeholder = /(\{\{#[^{}\n]+#\}\})/;
/** The text with what stands around a credential and is none of it: its scheme, blanks, colons between placeholders. */
const typed = /^([\s:]*(?:(?:Bearer|Basic|Token)\s+)?)(.*?)([\s:]*)$/is;
/** A mark that stands for nothing can't be moved. */
const lost = '[__HIDDEN__]';

/** What puts what was typed into a setting, or a mark of it, into secret variables. Empty: there is nothing. */
export function movedSecret(
  tree: Mapping,
  { base, at, value }: { readonly base: Path; readonly at: string; readonly value: string },
): readonly DocumentOperation[] {
  const list = valueAt(tree, variables);
  const known = Array.isArray(list) ? list : [];
  const taken = new Set(known.map((item) => (isMapping(item) ? item.name : undefined)));
  const added: Mapping[] = [];
  const moved = value.split(placeholder).map((part, index) => {
    const [, before = '', secret = '', after = ''] = index % 2 === 1 ? [] : (typed.exec(part) ?? []);
    if (secret === '' || secret.includes(lost)) return part;
    const name = freeName(at.split('.').at(-1) ?? '', taken);
    taken.add(name);
    const id = crypto.randomUUID();
    added.push({ id, name, description: '', value_type: 'secret', value: secret, selector: ['env', name] });
    return `${before}{{#env.${name}#}}${after}`;
  });
  if (added.length === 0) return [];
  const put: readonly DocumentOperation[] = Array.isArray(list)
    ? added.map((variable) => ({ path: [...variables, '-'], insert: variable }))
    : [{ path: variables, set: added }];
  return [...put, ...writeSetting(tree, base, at, moved.join(''))];
}

function freeName(wanted: string, taken: ReadonlySet<unknown>): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}_${count}`;
    if (!taken.has(name)) return name;
  }
}
