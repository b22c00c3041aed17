import { createContext, useContext } from 'react';
import { judgeLink, type LinkPolicy, type Target } from './link-policy.ts';

const onlyOwn: LinkPolicy = { allowedHosts: [], ownOrigins: [location.origin] };

/** Around texts: without it, only addresses of the page's own origin are links at once. */
export const LinkPolicyContext = createContext<LinkPolicy>(onlyOwn);

export function useTarget(written: string): Target {
  return judgeLink(written, useContext(LinkPolicyContext), location.origin);
}
