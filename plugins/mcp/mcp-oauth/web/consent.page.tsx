import { mountPage, readPageData } from '#plugins/ui/web/contract.ts';
import { Consent } from './consent.tsx';
import type { ConsentData } from './page-data.ts';

void mountPage(<Consent data={readPageData<ConsentData>()} />, null);
