import type { SettingWarning } from '#engine';

type Settings = Readonly<Record<string, unknown>>;

/** A header, query parameter or body field that a webhook declares. */
export interface WebhookField {
  readonly place: 'headers' | 'params' | 'body';
  /** As it is sent. */
  readonly name: string;
  /** Name of the variable: `X-Event` → `X_Event`. */
  readonly variable: string;
  readonly type: string;
  readonly isRequired: boolean;
}

/** What a webhook takes, and answers when it has started a run. */
export interface Webhook {
  /** In capitals. */
  readonly method: string;
  /** In lower case; empty: any. */
  readonly contentType: string;
  readonly fields: readonly WebhookField[];
  readonly status: number;
  readonly responseBody: string;
}

const places = ['headers', 'params', 'body'] as const;
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'];
const contentTypes = [
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
];
const elementTypes = ['string', 'number', 'boolean', 'object'];
const types = [
  'string',
  'number',
  'boolean',
  'object',
  'file',
  'array[file]',
  ...elementTypes.map((t) => `array[${t}]`),
];

/** The webhook of a node `trigger-webhook`, with the defaults of what it leaves out. */
export function webhookOf(data: Settings): Webhook {
  const status = Number(data.status_code);
  return {
    method: (textOf(data.method) || 'get').trim().toUpperCase(),
    contentType: textOf(data.content_type).trim().toLowerCase(),
    fields: webhookFields(data),
    status: data.status_code !== '' && Number.isInteger(status) && status >= 200 && status <= 599 ? status : 200,
    responseBody: textOf(data.response_body),
  };
}

/** The declared fields by variable; of two that become one variable the later one counts, as in the family's engine. */
export function webhookFields(data: Settings): readonly WebhookField[] {
  const fields = places.flatMap((place) => {
    const list = data[place];
    return (Array.isArray(list) ? list : []).flatMap((item) => readField(place, item));
  });
  return [...new Map(fields.map((field) => [field.variable, field])).values()];
}

function readField(place: WebhookField['place'], item: unknown): WebhookField[] {
  if (typeof item !== 'object' || item === null || !('name' in item) || typeof item.name !== 'string') return [];
  const name = item.name.trim();
  const variable = name.replaceAll('-', '_');
  if (variable === '' || variable === '__proto__') return [];
  const type = 'type' in item && typeof item.type === 'string' ? item.type.toLowerCase() : 'string';
  return [{ place, name, variable, type, isRequired: 'required' in item && item.required === true }];
}

/** The fields as a form: what a caller may send who starts the workflow in place of the webhook. */
export function webhookInputs(data: Settings): readonly Settings[] {
  return webhookFields(data).map(({ variable, name, type, isRequired }) => ({
    variable,
    label: name,
    required: isRequired,
    ...control(type),
  }));
}

function control(type: string): Settings {
  if (type === 'number') return { type: 'number' };
  if (type === 'boolean') return { type: 'checkbox' };
  if (type === 'object') return { type: 'json_object' };
  if (type === 'file') return { type: 'file' };
  if (type === 'array[file]') return { type: 'file-list' };
  const element = /^array\[(.+)\]$/.exec(type)?.[1];
  if (element === undefined) return { type: 'paragraph' };
  const items = elementTypes.includes(element) ? { items: { type: element } } : {};
  return { type: 'json_object', json_schema: { type: 'array', ...items } };
}

export function webhookWarnings(data: Settings): readonly SettingWarning[] {
  const warnings: SettingWarning[] = [];
  const method = textOf(data.method).toLowerCase();
  if (method !== '' && !methods.includes(method)) {
    warnings.push({ field: 'method', message: `is '${method}', which no caller can use: use ${methods.join(', ')}.` });
  }
  const contentType = textOf(data.content_type).toLowerCase();
  if (contentType !== '' && !contentTypes.includes(contentType)) {
    warnings.push({ field: 'content_type', message: `is '${contentType}': use ${contentTypes.join(', ')}.` });
  }
  for (const { place, name, type } of webhookFields(data)) {
    if (!types.includes(type)) {
      warnings.push({ field: place, message: `gives '${name}' the unknown type '${type}': it is read as text.` });
    }
  }
  return warnings;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
