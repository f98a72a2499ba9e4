import { Facts } from "@/components/kit/sheet/facts";
import { isPermission, moduleCodes, permissionCatalogue } from "@/server/permissions";

/** Rights in words, module by module. */
export function Rights({ codes, none }: { codes: readonly string[]; none: string }) {
  const held = codes.filter(isPermission);
  if (held.length === 0) return <p>{none}</p>;
  const facts = Object.entries(moduleCodes).map(([module, title]): [string, string] => {
    const labels = held.filter((code) => permissionCatalogue[code][1] === module);
    return [title, labels.map((code) => permissionCatalogue[code][0]).join(", ")];
  });
  return <Facts facts={facts.filter(([, labels]) => labels !== "")} />;
}
