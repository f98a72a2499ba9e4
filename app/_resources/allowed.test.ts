import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { isNode, lineAt, type Node } from "@/scripts/english-texts";

// A button whose right is missing is shown disabled, by one part of the kit (ADR 124).

const files = ["app", "components/kit"].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => join(root, file)),
);

/** What takes the lock of `Allowed`: a part of ours would drop it without a word. */
const buttons = ["Button", "ActionIcon"];

/**
 * Screens that ask for a right to change something without being a button, and what they ask it for. A form that only some may
 * fill in is facts for the others, and the way to it is a button.
 */
const parts: Record<string, string> = {
  "app/(backoffice)/(companies)/companies/_screens/company-overview.tab.tsx": "a figure is a link",
  "app/(backoffice)/(content)/_screens/text-translations.tab.tsx": "texts to edit or to read",
  "app/(backoffice)/(content)/documentations/_screens/documents.tab.tsx": "texts to edit or to read",
  "app/(backoffice)/(content)/faqs/_screens/faq-questions.tab.tsx": "texts to edit or to read",
  "app/(backoffice)/(devices)/firmware-versions/_screens/firmware-version-models.tab.tsx": "a form below the list",
  "app/(backoffice)/(devices)/firmware-versions/_screens/firmware-version-segments.tab.tsx": "a form below the list",
  "app/(backoffice)/(devices)/pers/_screens/pers-kit.tab.tsx": "a form beside what it changes",
  "app/(backoffice)/(notifications)/notification-templates/_screens/template-pages.tab.tsx": "a form below the list",
  "app/(backoffice)/(notifications)/notification-templates/_screens/template-studio.tab.tsx":
    "texts to edit or to read",
  "app/(backoffice)/(operations)/erp-sync/_screens/erp-sync.part.tsx": "settings that others read as facts",
  "app/(backoffice)/(operations)/retention/_screens/retention.form.tsx": "a form or facts",
  "app/(backoffice)/(operations)/webhooks/_screens/webhook-event.field.tsx": "choices of a field",
  "app/(backoffice)/(people)/_fields/promised-role.field.tsx": "choices of a field",
  "app/(backoffice)/(people)/permission-matrix/_screens/permission-matrix.form.tsx": "a grid to tick or to read",
  "app/(backoffice)/(people)/portal-users/_screens/member-role.list.tsx": "a field or a fact",
  "app/(backoffice)/(people)/portal-users/_screens/second-factor.button.tsx":
    "who lacks it may not know either whether there is one",
  "app/(backoffice)/(people)/portal-users/_screens/user-optins.tab.tsx": "a form or facts",
  "app/(backoffice)/(people)/portal-users/_screens/user-role.list.tsx": "which roles are listed",
  "app/_account/account-screen.tsx": "a secret of those who hold the right",
  "app/_company/company-mail-look.form.tsx": "a form beside its preview",
  "app/_company/company-mail-template.form.tsx": "a form or facts",
  "app/_company/company-preferences.tab.tsx": "a form or facts",
  "app/_company/company-role-matrix.form.tsx": "a grid to tick or to read",
  "app/portal/[companyId]/_screens/dealer.sheet.tsx": "the list to choose from",
  "app/portal/[companyId]/_screens/entry-request.part.tsx": "what is asked of the server",
  "app/portal/[companyId]/_screens/fleet-model.form.tsx": "a form below the facts",
  "app/portal/[companyId]/_screens/fleet-notes.part.tsx": "whose note it is decides as well",
  "app/portal/[companyId]/_screens/subcontractor.sheet.tsx": "the list to choose from",
  "app/portal/[companyId]/_screens/waiting.part.tsx": "what is asked of the server",
  "app/portal/[companyId]/page.tsx": "what is loaded ahead",
  "components/kit/import/import-page.tsx": "a whole page",
  "components/kit/screen.tsx": "the way to a page, in the palette",
  "components/kit/sheet/activity-tab.tsx": "whose note it is decides as well, and which line of the history",
  "components/kit/sheet/resource-sheet.tsx": "the key and the address of the form",
  "components/kit/sheet/translations.tab.tsx": "texts to edit or to read",
};

const asksToChange = /\b(may|useMay\(\))\((?![^()]*\bread\b)[^)]/;

/** The elements that stand directly in these, through conditions and fragments of expressions. */
function elementsIn(nodes: unknown): Node[] {
  if (Array.isArray(nodes)) return nodes.flatMap(elementsIn);
  if (!isNode(nodes)) return [];
  if (nodes.type === "JSXElement") return [nodes];
  if (nodes.type === "JSXExpressionContainer") return elementsIn(nodes.expression);
  if (nodes.type === "LogicalExpression") return elementsIn([nodes.left, nodes.right]);
  if (nodes.type === "ConditionalExpression") return elementsIn([nodes.consequent, nodes.alternate]);
  if (nodes.type === "JSXFragment") return [nodes];
  return [];
}

const tagOf = ({ openingElement }: Node) =>
  isNode(openingElement) && isNode(openingElement.name) ? openingElement.name.name : "a fragment";

/** What stands in an `Allowed` and is no button. */
function othersIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  if (!source.includes("<Allowed")) return [];
  const found: string[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    if (value.type === "JSXElement" && tagOf(value) === "Allowed")
      for (const child of elementsIn(value.children))
        if (!buttons.includes(String(tagOf(child))))
          found.push(`${file}:${lineAt(source, child.start)} ${tagOf(child)}`);
    Object.values(value).forEach(walk);
  };
  walk(parseSync(file, source).program);
  return found;
}

describe("what a right opens", () => {
  it("is a button in the kit's part, which shows it disabled to who lacks the right", () => {
    const asking = files.filter((file) => asksToChange.test(readFileSync(file, "utf8")));
    expect(asking.sort()).toEqual(Object.keys(parts).sort());
  });

  it("is nothing else within that part", () => {
    expect(files.filter((file) => readFileSync(file, "utf8").includes("<Allowed")).length).toBeGreaterThan(40);
    expect(files.flatMap(othersIn)).toEqual([]);
  });
});
