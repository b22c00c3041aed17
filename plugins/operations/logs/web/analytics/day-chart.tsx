import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { ChartFrame } from '#plugins/studio/web/contract.tsx';
import { classes, withKeys } from '#plugins/ui/web/contract.ts';
import styles from './analytics.module.css';
import { type Day, dayText, niceTop, type PlotDay } from './days.ts';

/** One of the values of a chart; null: the day has none. */
export interface Series {
  readonly name: string;
  of(day: Day): number | null;
}

const WIDTH = 480;
const HEIGHT = 120;

/** Days as bars that stand on each other, or as lines. Who reads by ear has the table of the page. */
export function DayChart({
  title,
  total,
  days,
  series,
  say,
  isLine = false,
}: {
  readonly title: string;
  /** Of all days; lines have none. */
  readonly total?: string;
  readonly days: readonly PlotDay[];
  readonly series: readonly Series[];
  /** A value in words. */
  say(value: number): string;
  readonly isLine?: boolean;
}) {
  const t = runsTexts();
  const values = days.map(({ figures }) => series.map(({ of }) => figureOf(figures, of, isLine)));
  const heights = values.map((each) => (isLine ? Math.max(0, ...each.map((value) => value ?? 0)) : sumOf(each)));
  const most = Math.max(0, ...heights);
  const top = niceTop(most);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <ChartFrame
      title={title}
      total={total}
      axis={
        <>
          <span>{first !== undefined && dayText(first.day, 'short')}</span>
          {series.length > 1 && (
            <span className={styles.legend}>
              {series.map(({ name }, at) => (
                <span key={name} className={classes(styles.mark, at === 1 && styles.second)}>
                  {name}
                </span>
              ))}
            </span>
          )}
          <span>{last !== undefined && dayText(last.day, 'short')}</span>
        </>
      }
    >
      <div>
        <span className={styles.top}>{say(top)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t.chartOf(title, say(most))}
        >
          <line className={styles.grid} x1={0} x2={WIDTH} y1={0.5} y2={0.5} />
          <line className={styles.grid} x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          <line className={styles.grid} x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
          {isLine ? <Lines values={values} top={top} /> : <Bars values={values} top={top} />}
          {days.map((day, at) => (
            <rect
              key={day.day}
              className={styles.column}
              x={(WIDTH / days.length) * at}
              y={0}
              width={WIDTH / days.length}
              height={HEIGHT}
            >
              <title>
                {`${dayText(day.day)}\n${series
                  .map(
                    ({ name }, place) =>
                      `${name}: ${values[at]?.[place] == null ? '–' : say(values[at]?.[place] ?? 0)}`,
                  )
                  .join('\n')}`}
              </title>
            </rect>
          ))}
        </svg>
      </div>
    </ChartFrame>
  );
}

/** On a day of which nothing is told there was nothing; what a line shows, such as a time, there was none of. */
function figureOf(figures: Day | null, of: Series['of'], isLine: boolean): number | null {
  if (figures === null) return isLine ? null : 0;
  return of(figures);
}

type Values = readonly (readonly (number | null)[])[];

function Bars({ values, top }: { readonly values: Values; readonly top: number }) {
  const wide = WIDTH / values.length;
  return (
    <>
      {withKeys(values).map(({ key: place, item: each, at: day }) =>
        withKeys(each).map(({ key, item: value, at }) => {
          const height = ((value ?? 0) / top) * HEIGHT;
          const below = (sumOf(each.slice(0, at)) / top) * HEIGHT;
          return (
            <rect
              key={`${place} ${key}`}
              className={classes(styles.bar, at === 1 && styles.second)}
              x={wide * day + wide * 0.12}
              y={HEIGHT - below - height}
              width={wide * 0.76}
              height={height}
            />
          );
        }),
      )}
    </>
  );
}

function Lines({ values, top }: { readonly values: Values; readonly top: number }) {
  const wide = WIDTH / values.length;
  return (
    <>
      {withKeys(values[0] ?? []).map(({ key, at }) => {
        const points = values.flatMap((each, day) => {
          const value = each[at];
          return value === null || value === undefined
            ? []
            : [[wide * (day + 0.5), HEIGHT - (value / top) * HEIGHT] as const];
        });
        return (
          <g key={key} className={classes(styles.line, at === 1 && styles.second)}>
            <polyline points={points.map((point) => point.join(',')).join(' ')} />
            {points.map(([x, y]) => (
              // A line without length is drawn as a dot, round in whatever stretch.
              <path key={x} d={`M${x} ${y}h0`} className={styles.dot} />
            ))}
          </g>
        );
      })}
    </>
  );
}

function sumOf(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}
