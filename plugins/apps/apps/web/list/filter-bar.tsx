import { useMemo } from 'react';
import { appsTexts } from '#plugins/apps/web/texts/en.ts';
import { can, Picker, SearchField } from '#plugins/studio/web/contract.tsx';
import { Button, Select } from '#plugins/ui/web/contract.ts';
import { Cross, Star } from '#plugins/ui/web/icons.tsx';
import { type AppFilters, clearFilters, isNarrowed, MODES, SORTS, STATES, setFilters } from './filters.ts';
import styles from './list.module.css';
import { tagSource } from './tag-source.ts';
import { listTexts } from './texts/en.ts';

/** Above the list: what is left out of it, and its order. */
export function FilterBar({ filters }: { readonly filters: AppFilters }) {
  const t = appsTexts();
  const own = listTexts();
  const chosen = filters.tags.join('\n');
  const source = useMemo(() => tagSource({ without: chosen.split('\n') }), [chosen]);
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
      <Picker
        label={own.addTag}
        labelHidden
        empty={own.addTag}
        hasNone={false}
        nothing={own.noTags}
        source={source}
        value=""
        onChange={(tag) => setFilters({ tags: [...filters.tags, tag] })}
      />
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
        <Button variant="quiet" onClick={clearFilters}>
          {own.clearFilters}
        </Button>
      )}
    </div>
  );
}
