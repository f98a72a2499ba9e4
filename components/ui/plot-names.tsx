import Link from "next/link";
import styles from "./plot.module.css";
import { countText, fieldHeight, type Line, spread, topOf, topRoom } from "./plot.rules";

const gap = 18;

/** Each line's last value and name, at the height where it ends. */
export function LineNames({ lines }: { lines: Line[] }) {
  const top = topOf(lines);
  const last = lines.map(({ values }) => values.at(-1) ?? 0);
  const places = spread(
    last.map((value) => (1 - value / top) * fieldHeight - gap / 2 + topRoom),
    gap,
    fieldHeight + topRoom + gap / 2,
  );
  const longest = Math.max(...lines.map(({ label }, at) => `${label} ${countText(last[at] ?? 0)}`.length));
  return (
    <div className={styles.names} style={{ width: `${longest * 0.45 + 1.5}em` }}>
      {lines.map(({ label, colour, href }, at) => {
        const words = (
          <>
            <i style={{ background: colour }} />
            <span>
              <b>{countText(last[at] ?? 0)}</b> {label}
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
