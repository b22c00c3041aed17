import { PlatformError } from '#kernel';
import type { Route } from './route.ts';

/** What a route accepts as its body, decided once. */
export interface BodyRule {
  readonly type: 'json' | 'text' | 'form' | 'multipart' | 'bytes';
  readonly isRequired: boolean;
  /** Bytes; undefined: the server's default. */
  readonly limit: number | undefined;
}

/** Undefined for a route that has no body; what a client sends anyway is not looked at. */
export function bodyRuleOf(route: Route): BodyRule | undefined {
  if (route.body === undefined && route.bodyPresence === undefined && route.bodyType === undefined) return undefined;
  return {
    type: route.bodyType ?? 'json',
    isRequired: (route.bodyPresence ?? 'required') === 'required',
    limit: route.bodyLimit,
  };
}

const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)$/;
/** Bodies that browsers send across origins without asking, or that are no single text. */
const NOT_A_TEXT = /^(?:multipart\/|application\/x-www-form-urlencoded$)/;
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UTF8 = /^(?:utf-?8|us-ascii)$/;

/** Throws 415 for a content type, charset or coding the route does not take. */
export function checkMediaType(
  rule: BodyRule,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): void {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw unsupported(`Content-Encoding "${contentEncoding}" is not supported; send the body uncompressed`);
  }
  if (rule.type === 'bytes') return;
  if (contentType === 'application/json') {
    if (rule.type === 'json') return;
  }
  const [mediaType, ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const type = mediaType?.trim() ?? '';
  if (rule.type === 'json' && !JSON_TYPE.test(type)) {
    throw unsupported(
      type === '' ? 'Content-Type is missing; send application/json' : `Content-Type "${type}" is not application/json`,
    );
  }
  if (rule.type === 'form' && type !== FORM_TYPE) throw unsupported(`Content-Type "${type}" is not ${FORM_TYPE}`);
  if (rule.type !== 'form' && NOT_A_TEXT.test(type))
    throw unsupported(`Content-Type "${type}" is not a text; send text/plain or application/yaml`);
  for (const parameter of parameters) {
    const [name, value] = parameter.split('=', 2);
    if (name?.trim() === 'charset' && !UTF8.test(value?.trim().replaceAll('"', '') ?? '')) {
      throw unsupported(`charset ${value?.trim()} is not supported; send UTF-8`);
    }
  }
}

function unsupported(message: string): PlatformError {
  return new PlatformError('invalid', 'http.unsupported_media_type', message);
}
