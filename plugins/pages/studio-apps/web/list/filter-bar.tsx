import { can, SearchField, useAnswer } from '#plugins/studio/web/contract.tsx';
import { appsTexts } from '#plugins/studio-apps/web/apps-texts.ts';
import { Button, Select } from '#plugins/ui/web/contract.ts';
import { Cross, Star } from '#plugins/ui/web/icons.tsx';
import { type AppFilters, clearFilters, isNarrowed, setFilters } from './filters.ts';
import styles from './list.module.css';
import { listTexts } from './list-texts.ts';

const MODES = ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion'] as const;
const STATES = ['draft', 'active', 'paused'] as const;
const SORTS = ['updated', 'created', 'name'] as const;

/** Above the list: what is left out of it, and its order. */
export function FilterBar({ filters }: { readonly filters: AppFilters }) {
  const t = appsTexts();
  const own = listTexts();
  const tags = useAnswer('/console/api/tags', { query: { limit: 100 } });
  const others = (tags.value?.data ?? []).filter(({ name }) => !filters.tags.includes(name));
  return (
    <div className={styles.bar}>
      <SearchField label={t.search} value={filters.q} onChange={(q) => setFilters({ q })} />
      <Select
        label={t.kind}
        labelHidden
        empty={t.allKinds}
        value={filters.mode}
        options={MODES.map((value) => ({ value, label: t.modes[value] ?? value }))}
        onChange={(event) => setFilters({ mode: event.currentTarget.value })}
      />
      {can('apps.edit') && (
        <Select
          label={t.status}
          labelHidden
          empty={t.allStates}
          value={filters.status}
          options={STATES.map((value) => ({ value, label: t.states[value] ?? value }))}
          onChange={(event) => setFilters({ status: event.currentTarget.value })}
        />
      )}
      {others.length > 0 && (
        <Select
          key={filters.tags.join('\n')}
          label={own.addTag}
          labelHidden
          empty={own.addTag}
          value=""
          options={others.map(({ name }) => ({ value: name }))}
          onChange={(event) => setFilters({ tags: [...filters.tags, event.currentTarget.value] })}
        />
      )}
      <Select
        label={own.sort}
        labelHidden
        value={filters.sort || 'updated'}
        options={SORTS.map((value) => ({ value, label: own.sorts[value] ?? value }))}
        onChange={({ currentTarget: { value } }) => setFilters({ sort: value === 'updated' ? '' : value })}
      />
      <Button
        className={filters.isFavourite ? styles.pressed : undefined}
        aria-pressed={filters.isFavourite}
        onClick={() => setFilters({ isFavourite: !filters.isFavourite })}
      >
        <Star />
        {own.favourites}
      </Button>
      {filters.tags.length > 0 && (
        <ul className={styles.tags}>
          {filters.tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={own.removeTag(tag)}
                onClick={() => setFilters({ tags: filters.tags.filter((each) => each !== tag) })}
              >
                <span dir="auto">{tag}</span>
                <Cross width="14" height="14" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNarrowed(filters) && (
        <Button look="quiet" onClick={clearFilters}>
          {own.clearFilters}
        </Button>
      )}
    </div>
  );
}
