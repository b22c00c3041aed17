import { mountApp } from './shell/mount-app.tsx';
import { WorkflowPage } from './workflow/workflow-page.tsx';

mountApp((session) => <WorkflowPage session={session} />);
