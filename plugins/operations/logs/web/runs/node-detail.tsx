import { useState } from 'react';
import { duration, price } from '#plugins/logs/web/parts/amounts.ts';
import { NamedValue } from '#plugins/logs/web/parts/named-value.tsx';
import { StatusBadge } from '#plugins/logs/web/parts/status-badge.tsx';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { can, DescriptionList, number } from '#plugins/studio/web/contract.tsx';
import { Button, JsonTree, LinkButton, Muted, Notice, Toolbar } from '#plugins/ui/web/contract.ts';
import { editorAddress } from './editor-address.ts';
import { ForkDialog } from './fork-dialog.tsx';
import type { NodeMoment } from './moment.ts';
import styles from './run.module.css';
import type { RunDetail } from './run-page.tsx';

/** A node at the moment: what it was given, what it did, what came of it. */
export function NodeDetail({
  node,
  run,
  appId,
  before,
}: {
  readonly node: NodeMoment;
  readonly run: RunDetail;
  readonly appId: string;
  /** Nodes of the moment; the values of those before this one can be changed in another run. */
  readonly before: readonly NodeMoment[];
}) {
  const t = runsTexts();
  const [isForking, setForking] = useState(false);
  const { total_tokens: tokens, total_price: amount, currency } = node.metadata;
  const hasEnded = run.status !== 'running' && run.status !== 'paused';
  return (
    <article className={styles.card} aria-label={node.title}>
      <header className={styles.head}>
        <h3 dir="auto">{node.title || node.nodeId}</h3>
        <StatusBadge status={node.status} />
      </header>
      <DescriptionList
        facts={[
          [t.kind, node.type],
          [t.time, node.elapsed === null ? null : duration(node.elapsed)],
          [t.tokens, typeof tokens === 'number' ? number(tokens) : null],
          [t.price, typeof amount === 'string' && typeof currency === 'string' ? price(amount, currency) : null],
          [t.retries, node.retries === 0 ? null : number(node.retries)],
        ]}
      />
      {node.error !== null && <Notice variant={node.status === 'running' ? 'warning' : 'danger'}>{node.error}</Notice>}
      {node.text !== '' && node.finishedAt === null && <JsonTree value={node.text} />}
      <NamedValue name={t.inputs} value={node.inputs} />
      <NamedValue name={t.processData} value={node.processData} />
      <NamedValue name={t.outputs} value={node.outputs} />
      {node.finishedAt === null && <Muted>{t.valuesAtEnd}</Muted>}
      {can('apps.edit') && (
        <Toolbar>
          <LinkButton href={editorAddress(appId, run.id, node.nodeId)}>{t.openNode}</LinkButton>
          {hasEnded && node.depth === 0 && <Button onClick={() => setForking(true)}>{t.fork}</Button>}
        </Toolbar>
      )}
      {isForking && (
        <ForkDialog node={node} run={run} appId={appId} before={before} onClose={() => setForking(false)} />
      )}
    </article>
  );
}
