import styles from "./phone-frame.module.css";

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

/** What a phone shows: headings and lines of plain text, buttons, and HTML that the server has cleaned. */
export type PhonePart = ({ heading: string } | { text: string } | { button: string } | { html: string }) & {
  /** where it is another language than all the rest */
  lang?: string;
  /** said above it, such as that it is a fallback */
  mark?: string;
};

const body =
  "margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1e;background:#fff;overflow-wrap:anywhere";
const button =
  "display:block;margin:8px 0;padding:12px 16px;border-radius:10px;background:#eceefe;color:#2f3bb0;font-weight:600;text-align:center";

const mark =
  "display:inline-block;margin:8px 0 4px;padding:1px 8px;border-radius:10px;background:#fdf0d5;color:#7a4d00;font-size:12px";

function markupOf({ lang, mark: said, ...part }: PhonePart): string {
  const shown = contentOf(part);
  // not a text
  const above = said ? `<div style="${mark}">${escaped(said)}</div>` : "";
  // not a text
  return above + (lang ? `<div lang="${escaped(lang)}">${shown}</div>` : shown);
}

function contentOf(part: PhonePart): string {
  if ("html" in part) return `<div>${part.html}</div>`;
  if ("heading" in part)
    return `<h2 style="font-size:19px;line-height:1.3;margin:16px 0 4px">${escaped(part.heading)}</h2>`;
  // not a text
  if ("button" in part) return `<div style="${button}">${escaped(part.button)}</div>`;
  return `<p style="white-space:pre-wrap;margin:0 0 8px">${escaped(part.text)}</p>`;
}

interface Props {
  parts: PhonePart[];
  lang: string;
  title: string;
  /** as high as some lines, where it stands beside what is being written */
  isLow?: boolean;
}

/** Content at the width of a phone, in a frame of its own that may run nothing, send nothing and lead nowhere. */
export const PhoneFrame = ({ parts, lang, title, isLow }: Props) => (
  <iframe
    className={styles.phone}
    data-low={isLow}
    sandbox=""
    title={title}
    // not a text
    srcDoc={`<!doctype html><html lang="${escaped(lang)}"><meta charset="utf-8"><body style="${body}">${parts.map(markupOf).join("")}`}
  />
);
