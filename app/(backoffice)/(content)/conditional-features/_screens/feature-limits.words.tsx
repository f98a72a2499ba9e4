import type { RowOf } from "@/components/kit/resource";
import { None } from "@/components/ui/value";
import { productName } from "@/server/platform/product-name/product-name.rules";
import { t } from "@/texts/t";

type Limits = Pick<RowOf<"conditionalFeatures">, "companies" | "models" | "apps">;

/** The versions of an app that a feature is for, such as "Rider app from 2.1.0". */
function appWords({ label, atLeast, atMost }: Limits["apps"][number]) {
  const app = productName(label);
  if (!atMost) return t("{app} from {version}", { app, version: atLeast ?? "" });
  return atLeast
    ? t("{app} from {from} to {to}", { app, from: atLeast, to: atMost })
    : t("{app} up to {version}", { app, version: atMost });
}

/** Whom a feature is limited to, in words; none where it is for everybody. */
export const limitWords = ({ companies, models, apps }: Limits): string[] => [
  ...[...companies, ...models].map(({ name }) => name),
  ...apps.map(appWords),
];

/** What limits a feature; a dash where nothing does. */
export function FeatureLimits({ of }: { of: Limits }) {
  const words = limitWords(of);
  return words.length > 0 ? words.join(", ") : <None />;
}
