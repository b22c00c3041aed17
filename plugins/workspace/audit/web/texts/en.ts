import { defineTexts } from '#plugins/ui/web/contract.ts';

export const texts = {
  periods: {
    1: 'Last day',
    7: 'Last 7 days',
    30: 'Last 30 days',
    90: 'Last 90 days',
    365: 'Last year',
    own: 'Own period',
  } as Record<string, string>,
  period: 'Period',
  exportCsv: 'Export CSV',
  audit: 'Audit log',
  auditAbout: 'Who changed what in this workspace, newest first.',
  who: 'Who',
  anybody: 'Anybody',
  searchAction: 'Find an action',
  anyTime: 'Any time',
  when: 'When',
  what: 'What',
  address: 'Address',
  result: 'Result',
  succeeded: 'Succeeded',
  failed: 'Failed',
  failures: {
    invalid: 'The request was invalid.',
    forbidden: 'Permission was missing.',
    missing: 'It was not found.',
    conflict: 'It conflicted with the current state.',
    limited: 'A limit was exceeded.',
    unavailable: 'The server was not available.',
    signIn: 'The credentials were not accepted.',
  },
  details: 'Details',
  requestId: 'Request',
  noEntries: 'No entry matches',
  noEntriesAbout: 'Changes are recorded as soon as they are made.',
  clearFilters: 'Clear the filters',
  onlyAction: (action: string) => `Only ${action}`,
};

/** What the page of the audit log says. */
export const auditTexts = defineTexts(texts, import.meta.glob('./*'));
