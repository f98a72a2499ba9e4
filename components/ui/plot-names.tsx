import Link from "next/link";
import styles from "./plot.module.css";
import { fieldHeight, type Line, lastOf, type Range, spread, topRoom, valueText } from "./plot.rules";

const gap = 18;

/** Each line's last value and name, at the height where it ends. */
export function LineNames({ lines, range }: { lines: Line[]; range: Range }) {
  const { bottom, top } = range;
  const last = lines.map(lastOf);
  const places = spread(
    last.map((value) => (1 - ((value ?? bottom) - bottom) / (top - bottom)) * fieldHeight - gap / 2 + topRoom),
    gap,
    fieldHeight + topRoom + gap / 2,
  );
  const longest = Math.max(...lines.map(({ label }, at) => `${label} ${valueText(last[at] ?? null, range)}`.length));
  return (
    <div className={styles.names} style={{ width: `${longest * 0.45 + 1.5}em` }}>
      {lines.map(({ label, colour, href }, at) => {
        const words = (
          <>
            <i style={{ background: colour }} />
            <span>
              <b>{valueText(last[at] ?? null, range)}</b> {label}
            </span>
          </>
        );
        const place = { top: places[at] };
        return href ? (
          <Link key={label} href={href} prefetch={false} className={styles.name} style={place}>
            {words}
          </Link>
        ) : (
          <span key={label} className={styles.name} style={place}>
            {words}
          </span>
        );
      })}
    </div>
  );
}
