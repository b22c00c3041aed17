/** Credentials that were typed into HTTP nodes: found, and moved to secret environment variables (app DSL, export). */
import {
  isMapping,
  isSecretName,
  isSecretPair,
  isSecretText,
  isTyped,
  type MoveCredential,
  mappingAt,
  replaceHidden,
  type SecretPlace,
  textAt,
  valueAt,
} from '#engine';

type Mapping = Readonly<Record<string, unknown>>;

const PLACE = 'authorization.config.api_key';

/** Names with values in a body that is a text. */
const jsonPair = /"([^"\n]{1,100})"\s*:\s*"([^"\n]{1,2000})"/g;

/** Shapes of credentials inside longer texts; `before` stays where it is. */
const shapes =
  /(?<before>\bBearer\s+)(?<bearer>[A-Za-z0-9._~+/-]{12,}=*)|\b(?<key>(?:sk|pk|rk|app|dataset|ghp|gho|glpat|xox[abp]|hf|fc|tvly|r8|nvapi)[-_][A-Za-z0-9_-]{16,}|AKIA[A-Z0-9]{16}\b)|(?<slashes>\/\/)(?<login>[^/\s:@{}]+:[^/\s:@{}]+)(?=@)|(?<parameter>[?&](?:key|api_?key|token|access_token|secret|sign)=)(?<value>[A-Za-z0-9._-]{8,})/gi;
/** What stands before a credential in a header. */
const scheme = /^\s*(?:(?:Bearer|Basic|Token)\s+)?/i;

/** Fields that hold one. Values that are templates only name variables, which is the remedy. */
export function credentialFields(data: Mapping): string[] {
  const fields: string[] = [];
  const config = mappingAt(mappingAt(data, 'authorization'), 'config');
  if (
    isTyped(replaceHidden(textAt(config, 'api_key'), () => '')) &&
    valueAt(mappingAt(data, 'authorization'), 'type') !== 'no-auth'
  ) {
    fields.push(PLACE);
  }
  for (const field of ['headers', 'params']) {
    if (textAt(data, field).split('\n').some(isSecretLine)) fields.push(field);
  }
  if (isSecretText(textAt(data, 'url'))) fields.push('url');
  const body = valueAt(mappingAt(data, 'body'), 'data');
  // Older documents: the body itself.
  const items: readonly unknown[] = Array.isArray(body) ? body : [{ value: body }];
  if (items.some((item) => isSecretPair(textAt(item, 'key'), textAt(item, 'value')) || isSecretBody(item))) {
    fields.push('body.data');
  }
  return fields;
}

function isSecretBody(item: unknown): boolean {
  const pairs = textAt(item, 'value').matchAll(jsonPair);
  return pairs.some(([, name = '', value = '']) => isSecretPair(name, value));
}

function isSecretLine(line: string): boolean {
  const colon = line.indexOf(':');
  return colon !== -1 && isSecretPair(line.slice(0, colon), line.slice(colon + 1));
}

/** The settings without them. Values that hold placeholders beside them are left alone. */
export function moveCredentials(data: Mapping, moveTo: MoveCredential): Mapping {
  const move =
    (field: string): Move =>
    (value, suggestedName) =>
      moveTo(value, suggestedName, field);
  let changed: Mapping = data;
  const put = (key: string, value: unknown) => {
    if (value !== valueAt(changed, key)) changed = { ...changed, [key]: value };
  };
  const authorization = mappingAt(data, 'authorization');
  const config = mappingAt(authorization, 'config');
  const key = textAt(config, 'api_key');
  if (valueAt(authorization, 'type') !== 'no-auth') {
    const moved = clearedKey(key, (value) => move(PLACE)(value, `${textAt(config, 'header')} api_key`));
    if (moved !== key) put('authorization', { ...authorization, config: { ...config, api_key: moved } });
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
  return changed;
}

/** Hidden ones one by one: what stands beside them is none. */
function clearedKey(key: string, move: (value: string) => string): string {
  const moved = replaceHidden(key, (_, mark) => move(mark));
  return moved === key && isTyped(key) && !key.includes('{{') ? move(key.trim()) : moved;
}

/** What is typed as the key of the authorization is one, whatever it looks like. */
export function mapSecrets(data: Mapping, change: (text: string, place: SecretPlace) => string): Mapping {
  const authorization = mappingAt(data, 'authorization');
  const config = mappingAt(authorization, 'config');
  const key = textAt(config, 'api_key');
  const isUsed = valueAt(authorization, 'type') === 'api-key';
  const changed = key === '' ? key : change(key, { field: PLACE, isUsed });
  if (changed === key) return data;
  return { ...data, authorization: { ...authorization, config: { ...config, api_key: changed } } };
}

type Move = (value: string, suggestedName: string) => string;

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

function clearedText(text: string, suggestedName: string, move: Move): string {
  return text.replace(shapes, (...match) => {
    const found = match.at(-1) as Readonly<Record<string, string | undefined>>;
    const kept = found.before ?? found.slashes ?? found.parameter ?? '';
    const value = found.bearer ?? found.key ?? found.login ?? found.value ?? '';
    return `${kept}${move(value, suggestedName.trim() === '' ? 'secret' : suggestedName)}`;
  });
}
