import type { StudioPage, StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { BookOpen, FileText } from '#plugins/ui/web/icons.tsx';
import { knowledgeTexts } from './texts/en.ts';

const permission = 'knowledge.manage';

const pages: readonly Omit<StudioPage, 'permission'>[] = [
  { path: '/knowledge', load: () => import('./list/list-page.tsx') },
  { path: '/knowledge/keys', load: () => import('./access/keys-page.tsx') },
  { path: '/knowledge/apis', load: () => import('./access/apis-page.tsx') },
  { path: '/knowledge/:dataset_id', load: () => import('./documents/documents-page.tsx') },
  { path: '/knowledge/:dataset_id/documents', load: () => import('./documents/documents-page.tsx') },
  { path: '/knowledge/:dataset_id/documents/:document_id', load: () => import('./documents/document-page.tsx') },
  { path: '/knowledge/:dataset_id/add', load: () => import('./adding/adding-page.tsx') },
  { path: '/knowledge/:dataset_id/search', load: () => import('./search/search-page.tsx') },
  { path: '/knowledge/:dataset_id/sources', load: () => import('./sources/sources-page.tsx') },
  { path: '/knowledge/:dataset_id/settings', load: () => import('./settings/settings-page.tsx') },
];

export const section: StudioSection = {
  pages: pages.map((page) => ({ ...page, permission })),
  links: [
    {
      group: 'workspace',
      words: 'rag dataset documents retrieval',
      path: '/knowledge',
      label: () => knowledgeTexts().knowledge,
      icon: <BookOpen />,
      order: 20,
      permission,
    },
  ],
  things: [
    { kind: 'dataset', label: () => knowledgeTexts().knowledge, icon: <BookOpen />, order: 20 },
    { kind: 'document', label: () => knowledgeTexts().tabs.documents, icon: <FileText />, order: 30 },
  ],
  actions: [
    {
      id: 'new-knowledge-base',
      label: () => knowledgeTexts().newBase,
      permission,
      run: () => navigate('/knowledge?new=yes'),
    },
  ],
};
