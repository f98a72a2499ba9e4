import { Message } from "@/components/ui/message";

export default function Forbidden() {
  return (
    <Message title="You may not do this" href="/" action="Go to the home page">
      None of your roles allows it. If you need it for your work, ask an administrator of Persdesk.
    </Message>
  );
}
