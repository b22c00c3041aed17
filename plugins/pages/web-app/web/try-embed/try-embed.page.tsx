import { mountPage, readPageData } from '#plugins/ui/web/contract.ts';
import type { Places } from './snippets.ts';
import { TryEmbed } from './try-embed.tsx';

void mountPage(<TryEmbed places={readPageData<Places>()} />, 'en');
