import { describe, expect, it } from "vitest";
import { inline, markdown } from "./markdown";

const html = (text: string) => markdown(text, "to-");

describe("Markdown of the API's document", () => {
  it.each([
    ["one\ntwo", "<p>one\ntwo</p>"],
    ["one\n\ntwo", "<p>one</p>\n<p>two</p>"],
    ["## Signing in\nWith a **key**.", '<h3 id="to-signing-in">Signing in</h3>\n<p>With a <strong>key</strong>.</p>'],
    ["#### Deep", '<h4 id="to-deep">Deep</h4>'],
    ["- one\n  and on\n- two", "<ul><li>one\n  and on</li><li>two</li></ul>"],
    ["1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
    ["These:\n- one\n- two", "<p>These:</p>\n<ul><li>one</li><li>two</li></ul>"],
    ["```sh\ncurl **x**\n\n# end\n```", '<pre tabindex="0"><code>curl **x**\n\n# end</code></pre>'],
    ["Before\n```\nx\n```\nafter", '<p>Before</p>\n<pre tabindex="0"><code>x</code></pre>\n<p>after</p>'],
    ["# One", '<h3 id="to-one">One</h3>'],
    ["##### Five", "<p>##### Five</p>"],
    ["* one\n* two", "<ul><li>one</li><li>two</li></ul>"],
    ["10. ten", "<ol><li>ten</li></ol>"],
    ["-none", "<p>-none</p>"],
    ["First\n1. one\n2. two", "<p>First</p>\n<ol><li>one</li><li>two</li></ol>"],
    ["In\n2. two", "<p>In\n2. two</p>"],
    ["| a |\n|---", "<p>| a |\n|---</p>"],
    ["a\n|---|", "<p>a\n|---|</p>"],
    ["| a |", "<p>| a |</p>"],
    ["a\n  \nb\n\n\n", "<p>a</p>\n<p>b</p>"],
    [
      "| a | b |\n|---|---|\n| `1` | 2 |",
      '<div class="wide"><table><thead><tr><th>a</th><th>b</th></tr></thead>' +
        "<tbody><tr><td><code>1</code></td><td>2</td></tr></tbody></table></div>",
    ],
  ])("%j", (text, expected) => expect(html(text)).toBe(expected));

  it("shows HTML as text, and leads only to this site, to https or within the page", () => {
    expect(inline('<b onclick="x">&</b>')).toBe("&lt;b onclick&#x3D;&quot;x&quot;&gt;&amp;&lt;&#x2F;b&gt;");
    expect(inline("`<i>` [a](/b) [c](#d)")).toBe('<code>&lt;i&gt;</code> <a href="&#x2F;b">a</a> <a href="#d">c</a>');
    expect(inline("[a](javascript:x)")).toBe("[a](javascript:x)");
    expect(inline('[a](https://x"onclick="y)')).toBe('<a href="https:&#x2F;&#x2F;x&quot;onclick&#x3D;&quot;y">a</a>');
  });
});
