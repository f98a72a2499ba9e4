import Link from "next/link";
import { t } from "@/texts/t";
import styles from "./plot.module.css";
import { type Line, type Point, type Range, valueText } from "./plot.rules";

/** What a plot shows, for who cannot see it. */
export const PlotTable = ({
  title,
  unit,
  points,
  lines,
  range,
}: {
  title: string;
  unit: string;
  points: Point[];
  lines: Line[];
  range: Range;
}) => (
  <div className={styles.hidden}>
    <table>
      <caption>{t(title)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(unit)}</th>
          {lines.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ name, href }, at) => (
          <tr key={name}>
            <th scope="row">
              <Link href={href} prefetch={false} tabIndex={-1}>
                {name}
              </Link>
            </th>
            {lines.map(({ label, values }) => (
              <td key={label}>{valueText(values[at] ?? null, range)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
