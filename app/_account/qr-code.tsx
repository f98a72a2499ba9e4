import { encode } from "uqr";
import styles from "./second-factor.module.css";

/** One rectangle for each run of dark modules in a row. */
const runsOf = (row: boolean[], y: number) =>
  [
    ...row
      .map((isDark) => (isDark ? "1" : "0"))
      .join("")
      .matchAll(/1+/g),
  ]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");

/** A QR code as plain SVG. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={styles.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={data.map(runsOf).join("")} />
    </svg>
  );
}
