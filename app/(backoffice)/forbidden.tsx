import { Message } from "@/components/ui/message";
import { t } from "@/texts/t";

export default function Forbidden() {
  return (
    <Message title="You are not allowed to do this" href="/" action="Go to the home page">
      {t("None of your roles grants access. If you need it, ask a Persdesk administrator.")}
    </Message>
  );
}
