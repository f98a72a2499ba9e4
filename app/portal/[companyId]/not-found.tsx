import { Message } from "@/components/ui/message";
import { t } from "@/texts/t";

export default function NotFound() {
  return (
    <Message title="Page not found" href="/portal" action="Go to your own pages">
      {t("The address is incorrect, or the page was deleted.")}
    </Message>
  );
}
