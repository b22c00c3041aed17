import type { Egress } from '#plugins/egress/contract.ts';
import { RunFailure } from './run-failure.ts';
import { checkedEgress, nameOfAddress } from './source-address.ts';
import { invalidSource } from './source-errors.ts';
import type { OptionalSetting, SourceReader, SourceRun } from './source-reader.ts';
import type { WebStep } from './web-step.ts';

const paths = ['includePaths', 'excludePaths', 'maxPages'] as const;

/** One page, those that a sitemap lists, and those that links lead to. */
export function webReaders(egress: Egress, web: WebStep): readonly SourceReader[] {
  return [
    webReader('web_page', [], { maxPages: 1, maxDepth: 0, delay: 0 }),
    webReader('sitemap', [...paths, 'delay'], { maxPages: 500, maxDepth: 0, delay: 200 }),
    webReader('website', [...paths, 'delay', 'maxDepth'], { maxPages: 100, maxDepth: 3, delay: 1_000 }),
  ];

  function webReader(
    id: 'web_page' | 'sitemap' | 'website',
    takes: readonly OptionalSetting[],
    defaults: SourceReader['defaults'],
  ): SourceReader {
    return {
      id,
      documentsAs: 'website_crawl',
      takes,
      defaults,
      mostPages: 5_000,
      async settle({ settings, hasToken }) {
        if (hasToken) throw invalidSource('token', 'A token is for a repository (kind git).');
        await checkedEgress(egress, settings.url);
        return { ...settings, host: null };
      },
      nameOf: nameOfAddress,
      async begin({ pages, source }) {
        if (id === 'website') await pages.queueKnown();
        await pages.queue([source.settings.url], { role: id === 'sitemap' ? 'sitemap' : 'page', depth: 0 });
      },
      step: (run) => web.run(run),
      end: endOfWeb,
    };
  }
}

/** Where the first address could not be read, nothing was seen. */
async function endOfWeb({ pages, source }: SourceRun) {
  const first = await pages.byAddress(source.settings.url);
  if (first?.status === 'failed') {
    throw new RunFailure((await pages.messageOf(first.address)) ?? 'The address could not be read.');
  }
  return { areUnseenGone: true };
}
