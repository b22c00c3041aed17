import { lineAt, scanSource } from './scan-source.ts';
import { isCode, type Rule, type SourceFile } from './source-file.ts';

interface Word {
  readonly pattern: RegExp;
  /** The field's word, or what to write. */
  readonly instead: string;
  readonly allowedIn?: RegExp;
  /** Elsewhere it means something else. */
  readonly onlyIn?: RegExp;
}

/** Identifiers of this project that had a word of the field all along (decision 0120). */
const identifiers: readonly Word[] = [
  { pattern: /\bFairGate\b/g, instead: 'FairSemaphore' },
  { pattern: /\b(?:begin)?[hH]eadStarts?\b/g, instead: 'Preload' },
  { pattern: /\b(?:Graph|NodeType)Parcel\b/g, instead: 'GraphPayload' },
  { pattern: /\bGraphLedger\b/g, instead: 'GraphIndex' },
  { pattern: /\b(?:[fF]oresight|[fF]oresees?|[fF]oreseen)\b/g, instead: 'prefetch' },
  { pattern: /\b(?:EventPacker|PackedEvents|PackedBurst|packEvents)\b/g, instead: 'EventBatchEncoder' },
  { pattern: /\b(?:FeedReader|UnreadEvents|KeptEvents)\b/g, instead: 'EventBuffer, ReadCursor, ReadAheadBuffer' },
  {
    pattern: /\b(?:Letter(?:Store|Counts|Text|Receivers)|(?:New|Form|Order|Waiting|Compiled)Letter)\b/g,
    instead: 'Email',
  },
  { pattern: /\b(?:DocumentAdvisers?|SettingAdvice|[a-z]\w*Advice)\b/g, instead: 'DocumentLinter, SettingWarning' },
  { pattern: /\bpatiently\b/g, instead: 'withRetry' },
  { pattern: /\bModelMeters?\b/g, instead: 'BudgetGuard' },
  { pattern: /\bModelBooks?\b/g, instead: 'UsageLedger' },
  { pattern: /\b(?:Settler|SettlingRun)\b/g, instead: 'RollupWorker' },
  { pattern: /\b(?:RunScreen|OutputScreen|screenedEvents)\b/g, instead: 'OutputFilter' },
  { pattern: /\b(?:[nN]arrators?|[nN]arration)\b/g, instead: 'SpeechStreamer' },
  { pattern: /\b(?:Model)?[nN]amers?\b/g, instead: 'TitleGenerator' },
  { pattern: /\bisResting\b/g, instead: 'CircuitBreaker.isOpen' },
  { pattern: /\b\w*[uU]pkeep\b/g, instead: 'maintenance' },
  { pattern: /\b(?:SsoEntrance|VisitEntrance)\b/g, instead: 'SsoLoginRedirect' },
  { pattern: /\b(?:spokeAt|LogBook|TextLane)\b/g, instead: 'lastWriteAt, LogBuffer, StreamChannel' },
  { pattern: /\bAdmissions?\b/g, instead: 'RequestGuard' },
  { pattern: /\b(?:territory|recognizes)\b/g, instead: 'pathPrefixes, isCached' },
  { pattern: /\b(?:Suspects|SuspectStore|Suspicion|ThreadLosses)\b/g, instead: 'quarantine, CrashCounter' },
  { pattern: /\b(?:ApplyWish|applyWish)\b/g, instead: 'DesiredState' },
  { pattern: /\b(?:keepReviewing|reviewListeners)\b/g, instead: 'recheck' },
  { pattern: /\b(?:ToldPauses|ToldText|ToldEvent)\b/g, instead: 'sent, emitted' },
  { pattern: /\b(?:disown|disownAll|revive|RevivedRun)\b/g, instead: 'detach, rehydrate' },
  { pattern: /\b(?:useAnswer|useAsked|useSending)\b/g, instead: 'useApi, useCached, useSubmit' },
  { pattern: /\b(?:MOST|LONGEST|LARGEST)(?:_[A-Z_]+)?\b/g, instead: 'MAX_…', allowedIn: /^engine\/bench\// },
];

/** Words of texts: comments of code, and documents. */
const words: readonly Word[] = [
  {
    pattern: /\bletters?\b(?!,? (?:and )?digits)/gi,
    instead: 'e-mail',
    onlyIn:
      /^plugins\/(?:core\/mail|operations\/notices|runs\/human-input|workspace\/(?:accounts|members)|billing\/billing-invoices)\//,
  },
  { pattern: /\b(?:he|his|him|himself|she|hers|herself)\b/gi, instead: 'they, their, them' },
];

/** What was decided before stays as it was said; so do notes of releases. */
const history = /^kernel\/docs\/decisions\/|^CHANGELOG\.md$/;

/** The rules themselves name what they ban. */
const isAboutWords = (path: string) => /\/architecture\/(?:word-rules|rules\.test)\.ts$/.test(path);

/** Names are the field's words: what was renamed doesn't come back. */
export const namesAsTheFieldDoes: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !file.path.startsWith('migrations/') && !isAboutWords(file.path))
    .flatMap((file) => complaints(file, scanSource(file.text).codeOnly, identifiers));

/** Comments and documents are plain: e-mails are no letters, and people are they. */
export const speaksPlainly: Rule = (files) =>
  files
    .filter(({ path }) => !history.test(path) && !path.startsWith('migrations/') && !isAboutWords(path))
    .flatMap((file) => {
      if (isCode(file)) return complaints(file, scanSource(file.text).commentsOnly, words);
      return file.path.endsWith('.md') ? complaints(file, file.text, words) : [];
    });

function complaints(file: SourceFile, text: string, list: readonly Word[]): readonly string[] {
  return list.flatMap(({ pattern, instead, allowedIn, onlyIn }) =>
    allowedIn?.test(file.path) === true || onlyIn?.test(file.path) === false
      ? []
      : [...text.matchAll(pattern)].map(
          (match) => `${file.path}:${lineAt(file.text, match.index)}: "${match[0]}": write ${instead}`,
        ),
  );
}
