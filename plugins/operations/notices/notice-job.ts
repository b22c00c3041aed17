import type { JsonSchema } from '#kernel';
import type { AccountNotice } from '#plugins/accounts/contract.ts';
import type { WarnedBudget } from './email-text.ts';

/** One e-mail to one person, by ids: names are looked up when it is sent. */
export interface NoticeJob {
  /** Who gets it. */
  readonly accountId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly change?: { readonly what: AccountNotice['what']; readonly address: string };
  readonly workspaceId?: string;
  readonly ownership?: { readonly side: 'given' | 'received'; readonly otherId: string };
  readonly budget?: WarnedBudget;
}

const text = { type: 'string', maxLength: 100 } as const;
const object = (properties: Readonly<Record<string, JsonSchema>>) =>
  ({ type: 'object', additionalProperties: false, required: Object.keys(properties), properties }) as const;
const uuid = { type: 'string', format: 'uuid' } as const;

export const noticePayload: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['accountId', 'at'],
  properties: {
    accountId: uuid,
    at: { type: 'integer' },
    change: object({ what: text, address: text }),
    workspaceId: uuid,
    ownership: object({ side: { type: 'string', enum: ['given', 'received'] }, otherId: uuid }),
    budget: object({
      period: text,
      unit: text,
      currency: text,
      amount: text,
      used: text,
      action: text,
      level: text,
      of: text,
    }),
  },
};
