import { Float, fromJson, isMapping, isNumeric } from '#engine';
import type { Webhook, WebhookField } from '#plugins/node-triggers/contract.ts';
import { badField, type ReceivedCall } from './received-call.ts';

/** Values of the fields that a webhook declares, by their variables; files as their parts. Throws 400 that names the field. */
export function webhookValues({ fields }: Webhook, call: ReceivedCall): Record<string, unknown> {
  const values: [string, unknown][] = [];
  for (const field of fields) {
    const sent = sentValue(field, call);
    if (isMissing(sent)) {
      if (field.isRequired) throw badField(field.name, `is required, in the ${placeNames[field.place]}`);
      values.push([field.variable, null]);
    } else values.push([field.variable, typed(field, sent)]);
  }
  return Object.fromEntries(values);
}

const placeNames = { headers: 'headers', params: 'query', body: 'body' } as const;

/** What was sent under the field's name: of a header, parameter or form a text, or several. */
function sentValue({ place, name, type }: WebhookField, call: ReceivedCall): unknown {
  if (place === 'headers')
    return call.secretHeaders.has(name.toLowerCase()) ? undefined : call.headers[name.toLowerCase()];
  const isList = type.startsWith('array');
  if (place === 'params') return oneOrAll(call.query.getAll(name), isList);
  if (type === 'file' || type === 'array[file]')
    return oneOrAll(
      call.files.filter((file) => file.name === name),
      isList,
    );
  if (call.body instanceof URLSearchParams) return oneOrAll(call.body.getAll(name), isList);
  return isMapping(call.body) && Object.hasOwn(call.body, name) ? call.body[name] : undefined;
}

function oneOrAll(all: readonly unknown[], isList: boolean): unknown {
  if (all.length === 0) return undefined;
  return isList ? all : all.at(-1);
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

function typed({ name, type, place }: WebhookField, sent: unknown): unknown {
  const element = /^array\[(.+)\]$/.exec(type)?.[1];
  if (type === 'file' || type === 'array[file]') return sent;
  if (element === undefined) return typedAs(name, type, sent);
  // One text may be the whole list in JSON.
  const [only] = Array.isArray(sent) ? sent : [];
  const isJson =
    place !== 'body' && Array.isArray(sent) && sent.length === 1 && typeof only === 'string' && only.startsWith('[');
  const list = isJson ? parsed(name, only) : sent;
  if (!Array.isArray(list)) throw badField(name, 'must be a list');
  return list.map((item: unknown) => typedAs(name, element, item));
}

function typedAs(name: string, type: string, value: unknown): unknown {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value;
      throw badField(name, 'must be a text');
    case 'number':
      return numberOf(name, value);
    case 'boolean':
      return booleanOf(name, value);
    case 'object': {
      const object = typeof value === 'string' ? parsed(name, value) : value;
      if (isMapping(object)) return object;
      throw badField(name, 'must be an object');
    }
    default:
      return value;
  }
}

function numberOf(name: string, value: unknown): unknown {
  if (isNumeric(value)) return value;
  const text = typeof value === 'string' ? value.trim() : '';
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(text) || text.length > 100)
    throw badField(name, 'must be a number');
  const number = Number(text);
  return /^[+-]?\d+$/.test(text) || !Number.isInteger(number) ? number : new Float(number);
}

function booleanOf(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (['true', '1', 'yes', 'on'].includes(text)) return true;
  if (['false', '0', 'no', 'off'].includes(text)) return false;
  throw badField(name, 'must be true or false');
}

function parsed(name: string, text: string): unknown {
  try {
    return fromJson(text);
  } catch {
    throw badField(name, 'must be JSON');
  }
}
