import { mountPage } from '#plugins/ui/web/contract.ts';
import { NotFound } from './shell/closed-page.tsx';

void mountPage(<NotFound />);
