import { Message } from "@/components/ui/message";
import { t } from "@/texts/t";

export default function NotFound() {
  return (
    <Message title="Page not found" href="/" action="Go to the home page">
      {t(
        "The address is incorrect, or the page was deleted. Press Ctrl K to find records by serial number, name or e-mail address.",
      )}
    </Message>
  );
}
