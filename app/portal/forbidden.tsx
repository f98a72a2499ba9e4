import { Message } from "@/components/ui/message";
import { t } from "@/texts/t";

export default function Forbidden() {
  return (
    <Message title="You do not have access to this" href="/portal" action="Go to your own pages">
      {t(
        "You do not belong to this company, or your membership has ended. If you need access, ask an administrator of the company.",
      )}
    </Message>
  );
}
