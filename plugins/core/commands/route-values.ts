import { type Option, pairs, pairsOption } from './command.ts';
import { exactJson } from './exact-json.ts';
import { checkedId } from './identifiers.ts';
import type { RouteField } from './route-fields.ts';
import { UsageError } from './terminal.ts';
import { secondsOf } from './times.ts';

/** How a field is typed. */
export interface TypedField {
  readonly field: RouteField;
  /** As people know it: `--name`, or `NAME`. */
  readonly shown: string;
  /** What its value looks like, where the command says so: `PROVIDER/NAME`. */
  readonly words?: string | undefined;
  /** A word of its own says it: `--test`. Else `--enabled on|off`. */
  readonly isFlag: boolean;
}

/** The option that a field is typed as. */
export function optionOf({ field, isFlag }: TypedField): Option {
  if (isFlag) return { type: 'boolean' };
  if (field.kind === 'pairs') return pairsOption;
  return { type: 'string', ...(field.isMany && { multiple: true }) };
}

/** What stands behind the option in its help. */
export function placeholder({ field, words: own, isFlag }: TypedField): string {
  if (isFlag) return '';
  if (own !== undefined) return own;
  const words = {
    text: 'TEXT',
    id: 'ID',
    integer: 'N',
    number: 'N',
    time: 'TIME',
    json: 'JSON',
    file: 'FILE',
  } as const;
  const { kind, choices = [] } = field;
  if (kind === 'choice') return choices.join('|');
  if (kind === 'flag') return 'on|off';
  return kind === 'pairs' ? 'k=v' : words[kind];
}

/** What was typed, as the route takes it. */
export function sentValue(typed: unknown, as: TypedField): unknown {
  const { field, shown } = as;
  if (typed === undefined || as.isFlag) return typed;
  if (field.kind === 'pairs') return pairs(typed, shown.replace(/^--/, ''));
  // `--tag=`: none.
  if (Array.isArray(typed)) return typed.filter((one) => one !== '').map((one) => single(String(one), as));
  return field.isMany ? [single(String(typed), as)] : single(String(typed), as);
}

function single(text: string, as: TypedField): unknown {
  const { field, shown } = as;
  const { kind, choices = [] } = field;
  if (field.isNullable && !field.isMany && text === 'none') return null;
  switch (kind) {
    case 'choice':
      if (choices.includes(text)) return text;
      throw new UsageError(`${shown} is ${listed(field.isNullable ? [...choices, 'none'] : choices)}, not '${text}'`);
    case 'flag':
      if (`${placeholder(as)}|true|false`.split('|').includes(text)) return /^(?:on|true|yes)$/.test(text);
      throw new UsageError(`${shown} takes ${placeholder(as).replace('|', ' or ')}, not '${text}'`);
    case 'integer':
    case 'number':
      return numberOf(text, as);
    case 'time':
      return secondsOf(text);
    case 'json':
      return jsonOf(text, shown);
    case 'id':
      return checkedId(text, field.of ?? '');
    default:
      return text;
  }
}

function numberOf(text: string, { field, shown }: TypedField): number {
  const { kind, min = Number.NEGATIVE_INFINITY, isNullable = false } = field;
  const value = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && (kind === 'number' || Number.isInteger(value))) return value;
  const least = Number.isFinite(min) ? ` from ${min}` : '';
  throw new UsageError(
    `${shown} takes a ${kind === 'integer' ? 'whole ' : ''}number${least}${isNullable ? ' or none' : ''}, not '${text}'`,
  );
}

function jsonOf(text: string, shown: string): unknown {
  try {
    return exactJson(text);
  } catch {
    throw new UsageError(`${shown} takes JSON, such as {"name": "value"}`);
  }
}

function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join() : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}
