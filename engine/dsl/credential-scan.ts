/** Finds credentials that were typed into nodes, to warn of them. What is found is never repeated. */
import type { GraphNode } from '../contract.ts';
import { nameOf } from './graph-draft.ts';
import { mappingAt, textAt, valueAt } from './tree.ts';

const secretName =
  /(?:^|[-_])(?:authorization|auth|api-?_?key|apikey|token|secret|password|passwd|cookie|signature|key)$/i;
/** Shapes of well-known keys, and of keys in addresses. */
const secretText =
  /\b(?:sk|pk|rk|app|dataset|ghp|gho|glpat|xox[abp]|hf|fc|tvly|r8|nvapi)[-_][A-Za-z0-9_-]{16,}|\bAKIA[A-Z0-9]{16}\b|\bBearer\s+[A-Za-z0-9._~+/-]{12,}|\/\/[^/\s:@]+:[^/\s:@]+@|[?&](?:key|api_?key|token|access_token|secret|sign)=[A-Za-z0-9._-]{8,}/i;

/** Warnings about an HTTP node's fields. Values that are templates only name variables, which is the remedy. */
export function credentialWarnings(node: Pick<GraphNode, 'id' | 'title' | 'data'>): string[] {
  const fields = credentialFields(node.data);
  return fields.map(
    (field) =>
      `The ${nameOf(node)}: field ${field} seems to hold a credential in plain text. Move it to an environment variable of type secret.`,
  );
}

function credentialFields(data: unknown): string[] {
  const fields: string[] = [];
  const config = mappingAt(mappingAt(data, 'authorization'), 'config');
  if (isTyped(textAt(config, 'api_key')) && valueAt(mappingAt(data, 'authorization'), 'type') !== 'no-auth') {
    fields.push('authorization.config.api_key');
  }
  for (const field of ['headers', 'params']) {
    if (textAt(data, field).split('\n').some(isSecretLine)) fields.push(field);
  }
  if (secretText.test(textAt(data, 'url'))) fields.push('url');
  const body = valueAt(mappingAt(data, 'body'), 'data');
  const items = Array.isArray(body) ? body : [];
  if (items.some((item) => isSecretPair(textAt(item, 'key'), textAt(item, 'value')))) fields.push('body.data');
  return fields;
}

function isSecretLine(line: string): boolean {
  const colon = line.indexOf(':');
  return colon !== -1 && isSecretPair(line.slice(0, colon), line.slice(colon + 1));
}

function isSecretPair(name: string, value: string): boolean {
  return (isSecretName(name) && isTyped(value)) || secretText.test(value);
}

/** Whether a header or a field is called like a credential. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.trim());
}

/** Whether something besides placeholders and an authentication scheme was written. */
export function isTyped(value: string): boolean {
  const rest = value.replaceAll(/\{\{#[^#]*#\}\}/g, '').replace(/^\s*(?:Bearer|Basic|Token)\b/i, '');
  return rest.trim().length >= 6;
}
