import { Component, type ReactNode } from 'react';
import { uiTexts } from '#plugins/ui/web/texts/en.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Notice } from './notice.tsx';

interface FailureBoundaryProps {
  readonly children: ReactNode;
  /** What stands there instead of a part that threw, which is a defect; `again` shows the part anew. */
  readonly fallback: (again: () => void) => ReactNode;
  /** With another one the part is shown anew: the address of a page. */
  readonly resetKey?: string;
}

/** Keeps what throws while it is drawn from taking everything around it along. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  override componentDidUpdate(before: FailureBoundaryProps) {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(() => this.setState({ hasFailed: false })) : this.props.children;
  }
}

// The types of React and of Preact declare it differently: what one wants said of it, the other refuses.
Object.assign(FailureBoundary, { getDerivedStateFromError: () => ({ hasFailed: true }) });

/** A panel: what throws in it is replaced by a notice, and the rest of the page works on. */
export function PanelBoundary({ children, resetKey = '' }: Omit<FailureBoundaryProps, 'fallback'>) {
  const t = uiTexts();
  const fallback = (again: () => void) => (
    <Notice
      variant="danger"
      action={
        <Button small onClick={again}>
          {t.tryAgain}
        </Button>
      }
    >
      {t.panelFailed}
    </Notice>
  );
  return (
    <FailureBoundary fallback={fallback} resetKey={resetKey}>
      {children}
    </FailureBoundary>
  );
}

/** A page: what throws in it replaces the page, and not what stands around it. */
export function PageBoundary({ children, resetKey = '' }: Omit<FailureBoundaryProps, 'fallback'>) {
  const t = uiTexts();
  const fallback = () => (
    <EmptyState
      level={1}
      title={t.somethingWrong}
      about={t.somethingWrongAbout}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {t.reload}
        </Button>
      }
    />
  );
  return (
    <FailureBoundary fallback={fallback} resetKey={resetKey}>
      {children}
    </FailureBoundary>
  );
}
