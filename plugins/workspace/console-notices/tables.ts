import type { Generated } from 'kysely';
import type { NoticeKind } from './contract.ts';

/** The table of notices in the console (migrations/console-notices). */
export interface ConsoleNoticeTables {
  console_notices: {
    id: string;
    workspace_id: string;
    account_id: string;
    kind: NoticeKind;
    name: string;
    about: Readonly<Record<string, string>>;
    created_at: Generated<Date>;
    read_at: Date | null;
  };
}
