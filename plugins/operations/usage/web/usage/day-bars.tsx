import { ChartFrame } from '#plugins/studio/web/contract.tsx';
import { usageTexts } from '#plugins/usage/web/texts/en.ts';
import { dayText } from './days.ts';
import styles from './usage.module.css';

const WIDTH = 960;
const HEIGHT = 120;

export interface DayValue {
  readonly day: string;
  readonly value: number;
}

/** A bar for each day. Who reads by ear has the table below. */
export function DayBars({
  title,
  total,
  values,
  say,
}: {
  readonly title: string;
  readonly total: string;
  readonly values: readonly DayValue[];
  /** A value in words. */
  say(value: number): string;
}) {
  const t = usageTexts();
  const most = Math.max(0, ...values.map(({ value }) => value));
  const wide = WIDTH / Math.max(1, values.length);
  const [first, last] = [values[0], values.at(-1)];
  return (
    <ChartFrame
      title={title}
      total={total}
      axis={
        <>
          <span>{first !== undefined && dayText(first.day)}</span>
          {last !== undefined && last !== first && <span>{dayText(last.day)}</span>}
        </>
      }
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.chartOf(title, say(most))}
      >
        <line className={styles.grid} x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {values.map(({ day, value }, at) => {
          const height = most === 0 ? 0 : (value / most) * HEIGHT;
          return (
            <g key={day} className={styles.column}>
              <rect x={wide * at} y={0} width={wide} height={HEIGHT} />
              <rect
                className={styles.bar}
                x={wide * at + wide * 0.12}
                y={HEIGHT - height}
                width={wide * 0.76}
                height={height}
              />
              <title>{`${dayText(day)}: ${say(value)}`}</title>
            </g>
          );
        })}
      </svg>
    </ChartFrame>
  );
}
