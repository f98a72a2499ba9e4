import { Status } from "@/components/ui/value";
import { linkTypeWords } from "@/server/companies/fleet/link-type.rules";
import { t } from "@/texts/t";

type LinkType = keyof typeof linkTypeWords;
const isLinkType = (type: number): type is LinkType => type in linkTypeWords;

/** What a company is to a PERS device or to a brand, in a word. */
export const linkTypeText = (type: number) => (isLinkType(type) ? t(linkTypeWords[type]) : t("Type {type}", { type }));

export const LinkTypeMark = ({ type }: { type: number }) => (
  <Status tone={type === 1 ? "info" : "quiet"}>{linkTypeText(type)}</Status>
);

export const linkTypeOptions = [
  { value: 1, label: linkTypeWords[1] },
  { value: 2, label: linkTypeWords[2] },
];
