/** What looks like a credential. What is found is never repeated. */
import { listAt, type Mapping, textAt } from './tree.ts';

const secretName =
  /(?:^|[-_.])(?:authorization|auth|(?:api|app|access|secret|private)[-_]?key|(?:access|auth)token|token|(?:app|client)?secret|password|passwd|pwd|cookie|signature|key)$/i;
/** Shapes of well-known keys, and of keys in addresses. None begins inside another try of itself: texts may be long. */
const secretText =
  /\b(?:sk|pk|rk|app|dataset|ghp|gho|glpat|xox[abp]|hf|fc|tvly|r8|nvapi)[-_][A-Za-z0-9_-]{16,}|\bAKIA[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{30,}|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.|\bBearer\s+[A-Za-z0-9._~+/-]{12,}|\/\/[^/\s:@]+:[^/\s:@]+@|[?&](?:key|(?:api|app|access|secret)_?key|token|access_token|(?:app|client)?_?secret|sign|signature|password)=[A-Za-z0-9._-]{8,}/i;
/** Environment variables that hold a credential without saying so: each with its place in the list. */
export function exposedVariables(workflow: Mapping): readonly { readonly at: number; readonly message: string }[] {
  return listAt(workflow, 'environment_variables').flatMap((entry, at) => {
    const isText = textAt(entry, 'value_type').toLowerCase() === 'string';
    if (!isText || !isSecretPair(textAt(entry, 'name'), textAt(entry, 'value'))) return [];
    const message = `The environment variable '${textAt(entry, 'name').slice(0, 100)}' is of type string and seems to hold a credential, which is shown and exported: make it one of type secret.`;
    return [{ at, message }];
  });
}

/** The same as an import tells it. */
export function variableWarnings(workflow: Mapping): string[] {
  return exposedVariables(workflow).map(({ message }) => message);
}

/** Whether a value is one of a name that says so, or looks like a credential itself. */
export function isSecretPair(name: string, value: string): boolean {
  return (isSecretName(name) && isTyped(value)) || secretText.test(value);
}

/** Whether a header or a field is called like a credential. */
export function isSecretName(name: string): boolean {
  return secretName.test(name.trim().replace(/([a-z])(?=[A-Z])/g, '$1_'));
}

/** Whether something besides placeholders and an authentication scheme was written. */
export function isTyped(value: string): boolean {
  const rest = value.replaceAll(/\{\{#[^#]*#\}\}/g, '').replace(/^\s*(?:Bearer|Basic|Token)\b/i, '');
  return rest.trim().length >= 6;
}

/** Whether a text holds something of the shape of a well-known key. */
export function isSecretText(text: string): boolean {
  return secretText.test(text);
}
