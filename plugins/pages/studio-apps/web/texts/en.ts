export const texts = {
  apps: 'Apps',
  about: 'Chatbots, agents, workflows and text generators of this workspace.',
  search: 'Search apps',
  none: 'No apps yet',
  noneAbout: 'Import a document, or begin with a template.',
  noHits: 'No app matches',
  clear: 'Clear the search',
  newWorkspace: 'New workspace',
  workspaceName: 'Name of the workspace',
  makeWorkspace: 'Make the workspace',
  changedAgo: (when: string) => `Changed ${when}`,
};
