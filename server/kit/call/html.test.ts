import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanHtml, isHtmlEmpty } from "@/server/kit/value/html.rules";
import { xssPayloads } from "@/server/testing/xss-payloads";
import { HtmlText } from "./html.schema";

/** A tag that texts do not have. */
const tags =
  /<(?!\/?(?:p|br|hr|h[1-4]|blockquote|pre|code|[uo]l|li|strong|b|em|i|u|s|su[bp]|a|table|thead|tbody|tr|t[hd])\b)/i;

describe("HTML of texts", () => {
  it("keeps what an editor of texts makes", () => {
    const kept = [
      "<h2>Charge</h2><p>A <strong>full</strong> <em>charge</em><br />takes <u>4 h</u>.</p>",
      "<ul><li>One</li><li><s>Two</s></li></ul><ol><li>H<sub>2</sub>O</li></ol><hr />",
      '<p><a href="https://persdesk.test/help?a=1&amp;b=2">Help</a></p>',
      '<a href="mailto:help@persdesk.test">Mail</a> <a href="tel:+33123456789">Call</a>',
      '<table><tbody><tr><th colspan="2">A</th><td rowspan="3">B</td></tr></tbody></table>',
      "<blockquote><pre><code>a &lt; b &amp;&amp; c</code></pre></blockquote>",
      "Ein Text – ohne Tags, 日本語, &amp;amp;",
    ];
    for (const html of kept) expect(cleanHtml(html)).toBe(html);
  });

  it.each([
    ["<script>alert(1)</script>", ""],
    ["<style>p{color:red}</style><p>x</p>", "<p>x</p>"],
    ["<img src=x onerror=alert(1)>", ""],
    ['<p onclick="alert(1)" style="position:fixed" class="x" id="y">x</p>', "<p>x</p>"],
    ["<svg><p><style><!--</style><img src=x onerror=alert(1)>--></svg>", "<p>--&gt;</p>"],
    ["<iframe src='https://x.test'></iframe><object data=x></object>", ""],
    ["<a href='javascript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='java\tscript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='&#106;avascript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='data:text/html,x'>x</a>", "<a>x</a>"],
    ["<a href='//x.test'>x</a><a href='/admin'>y</a>", "<a>x</a><a>y</a>"],
    ["<a href='https://x.test' target=_blank onclick=x>x</a>", '<a href="https://x.test">x</a>'],
    ["<td colspan='1000000'>x</td>", "<td>x</td>"],
    ["<p>a<math><p>b</p></math></p>", "<p>a</p><p>b</p><p></p>"],
    ["<form action=https://x.test><input name=a><button>Send</button></form>", "Send"],
    ["<meta http-equiv=refresh content=0><base href=https://x.test><link rel=stylesheet href=x>", ""],
  ])("%s becomes %s", (html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });

  it("holds nothing of what people try in order to run a script", () => {
    for (const text of xssPayloads) {
      const clean = cleanHtml(text);
      const names = clean.replace(/="[^"]*"/g, "=");
      expect([text, clean.match(tags), names.match(/<[^>]*\s(?!href=|colspan=|rowspan=)[\w-]+=/)]).toEqual([
        text,
        null,
        null,
      ]);
      for (const [, address = ""] of clean.matchAll(/ href="([^"]*)"/g))
        expect(address).toMatch(/^(?:https?:\/\/[^/]|mailto:|tel:)/i);
    }
  });

  it("is clean after one time, whatever the text is", () => {
    const piece = fc.constantFrom(
      ..."< > </ /> <p> </p> <a href=' ' \" <script> </script> <!-- --> <svg> <math> <mtext> <style> </style> <noscript> <textarea> <title> <xmp> javascript: onerror= = & &amp; &lt; &#60; ]]> <![CDATA[ x".split(
        " ",
      ),
    );
    const html = fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 25 }).map((all) => all.join(""));
    fc.assert(
      fc.property(html, (text) => {
        const once = cleanHtml(text);
        expect(cleanHtml(once)).toBe(once);
        expect(once).not.toMatch(tags);
        expect(once).not.toMatch(/<[^>]*\son\w+\s*=/i);
      }),
      { numRuns: 2000 },
    );
  });

  it("is refused where nothing of it is left, and where it is too long, also after it was cleaned", () => {
    const schema = HtmlText(20);
    expect(schema.parse("<p>A\r\nb</p>")).toBe("<p>A\nb</p>");
    for (const html of ["", " ", "<p> </p>", "<script>x</script>", "<p>&nbsp;<br></p>", "x".repeat(21), "&".repeat(6)])
      expect(schema.safeParse(html).success, html).toBe(false);
    expect(schema.safeParse("a\u0000b").success).toBe(false);
    expect(isHtmlEmpty("<hr />")).toBe(false);
  });
});
