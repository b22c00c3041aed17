import { mountPage } from '#plugins/ui/web/contract.ts';
import { pageData } from './session/page-data.ts';
import { Studio } from './studio.tsx';

void mountPage(<Studio />, pageData.session?.account.language ?? null);
