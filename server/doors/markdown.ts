import { escapeHtml } from "@/server/kit/value/placeholders.rules";

/** What stands for a heading in the address of a page: its words, in small letters, with hyphens. */
export const anchorOf = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const link = /\[([^\]]+)\]\(((?:https:\/\/|\/|#)[^)\s]*)\)/g;

/** A text as HTML, with its links. */
function linked(text: string): string {
  let html = "";
  let end = 0;
  for (const { 0: whole, 1: words = "", 2: href = "", index } of text.matchAll(link)) {
    html += `${escapeHtml(text.slice(end, index))}<a href="${escapeHtml(href)}">${escapeHtml(words)}</a>`;
    end = index + whole.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** Code, links and strong words within a line; what is code is shown as it is written. */
export const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      /^`[^`]+`$/.test(part)
        ? `<code>${escapeHtml(part.slice(1, -1))}</code>`
        : linked(part).replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>"),
    )
    .join("");

const cellsOf = (line: string) =>
  line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));

function table([head = "", , ...rows]: string[]) {
  const row = (line: string, name: "td" | "th") =>
    `<tr>${cellsOf(line)
      .map((cell) => `<${name}>${cell}</${name}>`)
      .join("")}</tr>`;
  const body = rows.map((line) => row(line, "td")).join("");
  return `<div class="wide"><table><thead>${row(head, "th")}</thead><tbody>${body}</tbody></table></div>`;
}

function list(block: string) {
  const name = /^\d/.test(block) ? "ol" : "ul";
  const items = block.split(/^(?:[-*]|\d+\.)\s+/m).filter((item) => item.trim() !== "");
  return `<${name}>${items.map((item) => `<li>${inline(item.trim())}</li>`).join("")}</${name}>`;
}

function blockOf(block: string, ids: string): string {
  const code = /^```\w*\n([\s\S]*?)\n?```$/.exec(block);
  if (code) return `<pre tabindex="0"><code>${escapeHtml(code[1] ?? "")}</code></pre>`;
  const [line = "", ...rest] = block.split("\n");
  const heading = /^(#{1,4})\s+(.+)$/.exec(line);
  if (heading) {
    const [, signs = "", words = ""] = heading;
    // The page has the first rank, and its parts the second.
    const name = `h${Math.max(signs.length, 3)}`;
    const title = `<${name} id="${ids}${anchorOf(words)}">${inline(words)}</${name}>`;
    return rest.length ? `${title}\n${blocksOf(rest.join("\n"), ids)}` : title;
  }
  if (/^\|.*\|$/.test(line) && /^\|[\s:|-]+\|$/.test(rest[0] ?? "")) return table([line, ...rest]);
  if (/^([-*]|\d+\.)\s/.test(line)) return list(block);
  const listed = rest.findIndex((one) => /^([-*]|1\.)\s/.test(one));
  if (listed < 0) return `<p>${inline(block)}</p>`;
  return `<p>${inline([line, ...rest.slice(0, listed)].join("\n"))}</p>\n${list(rest.slice(listed).join("\n"))}`;
}

/** Blocks are separated by empty lines, except those of code. */
const blocksOf = (text: string, ids: string) =>
  (text.match(/^```[\s\S]*?^```$|(?:(?!^```)(?!^\s*$).*(?:\n|$))+/gm) ?? [])
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map((block) => blockOf(block, ids))
    .join("\n");

/**
 * The Markdown of the API's document as HTML: headings, paragraphs, lists, tables, code, links and strong words. Everything
 * else is shown as it is written, and HTML in it as text.
 * @param ids what the ids of its headings begin with
 */
export const markdown = (text: string, ids: string) => blocksOf(text.trim(), ids);
