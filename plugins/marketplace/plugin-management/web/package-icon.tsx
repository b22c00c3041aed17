import {
  Brain,
  CodeBrackets,
  Database,
  FileText,
  Globe,
  Grid,
  Languages,
  Layers,
  MessageSquare,
  Picture,
  Search,
  Volume,
  Wrench,
  Zap,
} from '#plugins/ui/web/icons.tsx';
import styles from './plugins.module.css';

/** Those of the studio that plugins may name; another name shows that of the kind. */
const named = {
  ...{ Brain, CodeBrackets, Database, FileText, Globe, Grid, Languages, Layers, MessageSquare, Picture },
  ...{ Search, Volume, Wrench, Zap },
};
const ofKind = { tool: Wrench, model: Brain, extension: Zap, bundle: Layers };

/** The sign of a plugin: never a picture of its own, which would come from elsewhere. */
export function PackageIcon({
  icon,
  kind,
}: {
  readonly icon: string | null;
  readonly kind: keyof typeof ofKind | null;
}) {
  const Icon = (Object.hasOwn(named, icon ?? '') && named[icon as keyof typeof named]) || ofKind[kind ?? 'tool'];
  return (
    <span className={styles.icon}>
      <Icon />
    </span>
  );
}
