import { type NodeContext, secretMask } from '#engine';
import type { RenderedRequest } from './request.ts';

/** Characters of a body that are recorded. */
const MAX_SHOWN_BODY = 10_000;

/** Names of headers and parameters whose values are credentials wherever they are used. */
const CREDENTIAL_NAME = /authorization|cookie|api[-_]?key|token|secret|password|signature|credential/i;

/** The request as text for the run's record, credentials masked. */
export function requestText(request: RenderedRequest, context: NodeContext): string {
  const url = new URL(request.egress.url);
  const lines = [`${request.egress.method} ${url.pathname}${maskedQuery(url)} HTTP/1.1`, `Host: ${url.host}`];
  for (const [name, value] of request.egress.headers ?? []) {
    const isSecret = name.toLowerCase() === request.secretHeader || CREDENTIAL_NAME.test(name);
    lines.push(`${name}: ${isSecret ? '***' : value}`);
  }
  const variables = secretMask(context.variables);
  const masked = (text: string): string =>
    variables.text(request.secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text));
  // Masked before it is cut: half a secret is known to nobody.
  const shown = masked(request.body?.shown ?? '');
  const body = shown.length > MAX_SHOWN_BODY ? `${shown.slice(0, MAX_SHOWN_BODY)}…` : shown;
  return `${masked(lines.join('\r\n'))}\r\n\r\n${body}`;
}

function maskedQuery(url: URL): string {
  if (url.search === '') return '';
  const pairs = url.search.slice(1).split('&');
  return `?${pairs.map((pair) => pair.replace(/^([^=]*)=.*$/s, (whole, name: string) => (CREDENTIAL_NAME.test(name) ? `${name}=***` : whole))).join('&')}`;
}
