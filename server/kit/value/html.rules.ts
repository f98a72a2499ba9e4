import sanitize from "sanitize-html";

/** What an editor of texts makes. No pictures: nothing would keep a stored picture that only a text names. */
const tags =
  "p br hr h1 h2 h3 h4 blockquote pre code ul ol li strong b em i u s sub sup a table thead tbody tr th td".split(" ");

/** Addresses on the web with their host, mail addresses and phone numbers; nothing relative. */
const link = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d])/i;

const span = /^[1-9]\d?$/;

/** The attributes of this kind of tag whose value passes. */
const only =
  (allowed: Record<string, RegExp>): sanitize.Transformer =>
  (tagName, attribs) => ({
    tagName,
    attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => allowed[name]?.test(value))),
  });
const cell = only({ colspan: span, rowspan: span });

const options: sanitize.IOptions = {
  allowedTags: tags,
  allowedAttributes: { a: ["href"], th: ["colspan", "rowspan"], td: ["colspan", "rowspan"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 50,
  transformTags: { a: only({ href: link }), th: cell, td: cell },
};

// Where a tag goes that stood between two others, these can be read in another way: that is cleaned again.
const mostRounds = 5;

/**
 * HTML with what is allowed in it and nothing else: the tags of a text editor, links to the web, to mail addresses and
 * to phone numbers. Other tags go and leave their text; scripts and styles go with theirs. Cleaning it again changes
 * nothing; where that would not be so, only its text is left.
 */
export function cleanHtml(html: string): string {
  let clean = html;
  for (let round = 0; round < mostRounds; round++) {
    const cleaner = sanitize(clean, options);
    if (cleaner === clean) return clean;
    clean = cleaner;
  }
  return sanitize(clean, { allowedTags: [], allowedAttributes: {} });
}

/** Whether a reader would see anything of it. */
export const isHtmlEmpty = (html: string): boolean =>
  sanitize(html, { allowedTags: ["hr"], allowedAttributes: {} })
    .replaceAll("&nbsp;", " ")
    .trim() === "";
