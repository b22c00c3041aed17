import { createContext, useContext } from 'react';
import { judgeLink, type LinkPolicy, type Target } from './link-policy.ts';

const onlyOwn: LinkPolicy = { allowedHosts: [], ownOrigins: [location.origin] };

/** Around texts: without it, only addresses of the page's own origin are links at once. */
export const LinkPolicyContext = createContext<LinkPolicy>(onlyOwn);

/** Whether diagrams are drawn without a click. */
export const DrawsDiagramsContext = createContext(false);

/** Opens a long piece of code in a place of its own; null: there is none. */
export const BesideContext = createContext<((text: string, language: string) => void) | null>(null);

export function useTarget(written: string): Target {
  return judgeLink(written, useContext(LinkPolicyContext), location.origin);
}
